"""What others published, each in one file that cites it, on the model that all methods here share.

Facts come from the papers, code and prompts are our own (prompts/*.md). What a paper trains (AgentStealth, SEAL, GRASP) runs here
untrained, by its procedure at inference; docs/evaluation.md lists where each differs from its paper.
"""
