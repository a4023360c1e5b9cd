"""placeholder"""
def mixed_strike(*a): raise NotImplementedError
