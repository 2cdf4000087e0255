"""The sentence of the project: request → items → action → evidence → likelihood → risk → decision → level → rewritten request.

The only place where the stages meet. Nothing here parses, detects or scores; an exception here is answered by the shell, closed.
"""
