from typing import TypeVar

from pettingzoo import AECEnv

A = TypeVar("A")
O = TypeVar("O")
C = TypeVar("C")

class AssertOutOfBoundsWrapper(AECEnv[A, O, C]):
    def __init__(self, env: AECEnv[A, O, C]) -> None: ...

class OrderEnforcingWrapper(AECEnv[A, O, C]):
    def __init__(self, env: AECEnv[A, O, C]) -> None: ...

class TerminateIllegalWrapper(AECEnv[A, O, C]):
    def __init__(self, env: AECEnv[A, O, C], illegal_reward: float) -> None: ...
