"""The desktop's proxy settings: pointed at the proxy, and put back as they were."""
