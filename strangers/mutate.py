"""Mutants of a stranger's source: each function with all its mutations compiled in, one of which can be switched on.

`install()` lets Python load the modules of this folder that way. `ACTIVE` is the number of the mutation that is switched on; every mutation that is reached,
and what is signed, encrypted and sent, is passed to `listener`. The environment (`STRANGER_MUTANT`, `STRANGER_TRACE`) switches it on in child processes.
"""

import ast
import builtins
import functools
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
# What is mutated, and what is watched only. Settings, people, faults and the command line are what tests are made of.
MUTATED = ('issuer', 'status', 'wallet', 'wallet_backend', 'identity_app', 'verifier', 'common/jose', 'common/sdjwt', 'common/x509')
WATCHED = ('common/http',)
NOT_MUTATED = {'play', 'act', 'main', 'stop', 'accounts', 'kept_key', 'make_root', 'ceremony_key', '_path_of', '_kid'}
SETTINGS = {'draw', 'settings'}
FAULTS = {'fault', 'log', 'does', '_faults', '_bend', 'failed', 'verified', 'after', 'good', '_knows', '_skips_signature', 'last', 'salts'}
TRACED = {'sign': ('header', 'payload'), 'encrypt': ('plaintext', 'alg', 'enc', 'zip_', 'members'), '_reply': ('response',), 'call': ('url', 'method', 'body', 'headers')}
RANDOM = {'token_urlsafe', 'token_hex', 'token_bytes', 'randbelow', 'randbits', 'uuid4', 'urandom', 'new_ec', 'generate_private_key', 'time', 'new_salt', '_new_code', '_fresh_nonce', '_salt', 'sample'}
OTHERS = {'ES256': 'ES384', 'A256GCM': 'A128GCM', 'A128GCM': 'A256GCM', 'RSA-OAEP-256': 'RSA-OAEP', 'ECDH-ES': 'ECDH-ES+A128KW', 'sha-256': 'sha-512', 'SHA-256': 'SHA-512', 'P-256': 'P-384', 'DEF': 'GZ', 'GET': 'POST', 'POST': 'GET'}

ACTIVE = int(os.environ.get('STRANGER_MUTANT', '0'))
MUTANTS = {}
_first, _counts, _lock = {}, {}, threading.Lock()
_reached, _trace = set(), os.environ.get('STRANGER_TRACE')
listener = None


def tell(event):
    """Events of a child process go into a file, one a line."""
    if listener:
        listener(event)
    elif _trace:
        with _lock, open(_trace, 'a', encoding='utf-8') as file:
            file.write(json.dumps(event) + '\n')


def switch(number):
    """Whether this mutation is on."""
    if number not in _reached:
        _reached.add(number)
        tell(['reached', number])
    return number == ACTIVE


def restart(number):
    """Another mutant, with nothing left of the one before."""
    global ACTIVE
    ACTIVE = number
    _first.clear()
    _counts.clear()
    _reached.clear()


def first(number, make):
    """The same value for ever: a constant in place of a fresh one."""
    if number not in _first:
        _first[number] = make()
    return _first[number]


def again(number):
    """Whether this is not the first time."""
    _counts[number] = _counts.get(number, 0) + 1
    return _counts[number] > 1


builtins.__mutant__, builtins.__first__, builtins.__again__, builtins.__traced__ = switch, first, again, lambda name, *values: tell(['traced', json.dumps([name, *map(shape, values)])])


# ---- what is seen of a stranger

def shape(value):
    """A value without what chance and time make of it."""
    if hasattr(value, 'status') and hasattr(value, 'headers'):
        return [value.status, sorted((name.lower(), kind_of(text)) for name, text in value.headers), shape(value.body)]
    if isinstance(value, (bytes, bytearray)):
        value = bytes(value).decode('utf-8', 'replace')
    if isinstance(value, dict):
        return {kind_of(name): shape(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return sorted({json.dumps(shape(each), default=str) for each in value}) if len(value) > 3 else [shape(each) for each in value]
    if isinstance(value, str):
        return text_shape(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return number_shape(value)
    return value if value is None or isinstance(value, bool) else kind_of(str(value))


def text_shape(text):
    if text[:1] in ('{', '['):
        try:
            return shape(json.loads(text))
        except (ValueError, RecursionError):
            pass
    return kind_of(text)


@functools.lru_cache(10_000)
def kind_of(text):
    """Words stay as they are; what is random or of this time becomes its form."""
    text = re.sub(r'127\.0\.0\.1:\d+', 'HOST', text)
    text = re.sub(r'(?<![\w-])[\w-]{12,}+(\.[\w-]*){2,4}(?![\w.-])', lambda found: f'<of {found[0].count(".") + 1}>', text)
    text = re.sub(r'[\w+/-]{60,}={0,2}', '<>', text)
    text = re.sub(r'(?<![\w-])\d{6,}(?![\w-])', '<>', text)
    text = re.sub(r'[A-Za-z0-9_-]{8,}', lambda found: found[0] if is_word(found[0]) else '<>', text)
    return text if len(text) < 120 and re.fullmatch(r'[A-Za-z0-9 ;:./+<>_?=&,-]*', text) else 'text'


def is_word(text):
    """Whether somebody wrote it: chance changes between small letters, capitals and digits at every second character."""
    runs = re.findall('[A-Z]?[a-z]+|[A-Z]+|[0-9]+', text)
    if re.fullmatch('(?=.*[0-9])[0-9a-f]+', text) or re.search('[a-z][A-Z]{2}|[A-Z]{3}[a-z]', text):
        return False
    return len(text) < 50 and sum(map(len, runs)) >= 3.5 * len(runs) and (len(text) < 21 or not re.search('[0-9]', text))


def number_shape(number):
    for scale, name in ((1, 'seconds'), (1000, 'milliseconds')):
        days = (number / scale - time.time()) / 86400
        if abs(days) < 400:
            return f'{name} {"in" if days > 0.01 else "of" if days > -0.05 else "before"} days {round(abs(days))}'
    return number if abs(number) < 20 else f'about 10^{len(str(int(number)))}'


# ---- what is changed

def number_of(place):
    """A number that stays while the line and what is done to it stay."""
    return int(hashlib.sha256(place.encode()).hexdigest()[:8], 16)


def call(name, *args):
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])


def mentions(node, names):
    return any(getattr(each, 'id', getattr(each, 'attr', None)) in names for each in ast.walk(node))


class Mutating(ast.NodeTransformer):
    """Compiles every mutation into the functions of a module."""

    def __init__(self, module, source):
        self.module, self.source, self.function = module, source, ''

    def note(self, operator, node, after):
        before = ast.get_source_segment(self.source, node) or ast.unparse(node)
        shown = ast.unparse(after) if isinstance(after, ast.AST) else after
        place = f'{self.module}:{self.function}: {operator}: {" ".join(before.split())[:120]} -> {" ".join(shown.split())[:120]}'
        number = number_of(place)
        while number in MUTANTS:
            number += 1
        MUTANTS[number] = {'number': number, 'place': place, 'operator': operator, 'line': node.lineno, 'module': self.module}
        return ast.Constant(number)

    # ---- functions

    def visit_FunctionDef(self, node):
        if self.module not in (*MUTATED, 'common/http') or node.name in NOT_MUTATED or re.search('spoil|badly|bent|bend|_faults|does|lacks|skips|knows|_is_signed_by_another', node.name):
            return node
        outer, self.function = self.function, f'{self.function}.{node.name}'.lstrip('.')
        traced = TRACED.get(node.name) if self.module in (*WATCHED, 'common/jose') else None
        if self.module in MUTATED:
            node.body = self.statements(node.body)
        if traced:
            node.body.insert(0, ast.Expr(call('__traced__', ast.Constant(node.name), *(ast.Name(each, ast.Load()) for each in traced))))
        self.function = outer
        return node

    def visit_ClassDef(self, node):
        node.body = [self.visit_FunctionDef(each) if isinstance(each, ast.FunctionDef) else each for each in node.body]
        return node

    # ---- statements

    def statements(self, body):
        return [after for each in body for after in self.statement(each)]

    def own_part(self, node):
        """What a statement evaluates itself, without the statements in it."""
        return [value for name, value in ast.iter_fields(node) if name not in ('body', 'orelse', 'finalbody', 'handlers') and isinstance(value, ast.AST)] or [node]

    def statement(self, node):
        if isinstance(node, ast.FunctionDef):
            return [self.visit_FunctionDef(node)]
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.Pass, ast.Global, ast.Nonlocal)) or isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return [node]
        compound = hasattr(node, 'body')
        if any(mentions(each, FAULTS) for each in self.own_part(node)):
            return [node]
        dropped = self.drop(node)
        for name in ('body', 'orelse', 'finalbody'):
            if compound and getattr(node, name, None):
                setattr(node, name, self.statements(getattr(node, name)))
        for each in getattr(node, 'handlers', []):
            each.body = self.statements(each.body)
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr) and name not in ('target', 'annotation'):
                setattr(node, name, self.visit(value))
            elif name == 'targets':
                node.targets = [self.visit(each) if isinstance(each, ast.Subscript) else each for each in value]
        return [node if dropped is None else ast.If(dropped, [ast.Pass()], [node])]

    def drop(self, node):
        """The test that leaves a statement out: always, or, for a refusal, from the second time on. None where a statement is kept."""
        is_call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
        stored = isinstance(node, (ast.Assign, ast.AugAssign)) and any(isinstance(each, (ast.Attribute, ast.Subscript)) for each in getattr(node, 'targets', [getattr(node, 'target', None)]))
        if not (is_call or stored or isinstance(node, (ast.Delete, ast.Raise))):
            return None
        if is_call and getattr(node.value.func, 'id', '') == 'need' or isinstance(node, ast.Raise):
            later = self.note('skipped the second time', node, 'pass')
            dropped = self.note('drop a refusal', node, 'pass')
            test = ast.BoolOp(ast.Or(), [call('__mutant__', dropped), ast.BoolOp(ast.And(), [call('__mutant__', later), call('__again__', later)])])
            return test
        return call('__mutant__', self.note('drop a statement', node, 'pass'))

    # ---- expressions

    def visit(self, node):
        if not isinstance(node, ast.expr) or isinstance(getattr(node, 'ctx', None), (ast.Store, ast.Del)) and not isinstance(node, ast.Subscript):
            return super().visit(node)
        if isinstance(node, ast.JoinedStr):
            for each in node.values:
                if isinstance(each, ast.FormattedValue):
                    each.value = self.visit(each.value)
            return node
        if isinstance(node, ast.Dict) and any(isinstance(key, ast.Constant) and ' ' in str(key.value) for key in node.keys):
            return node  # a choice of faults
        if getattr(getattr(node, 'func', None), 'attr', '') in ('lacks', 'where') or isinstance(node, (ast.Subscript, ast.Call)) and self.is_table(node) or isinstance(node, (ast.Compare, ast.Subscript)) and mentions(node, SETTINGS):
            return node
        made = [(self.note(operator, node, after), after) for operator, after in self.mutations(node)]
        self.generic_visit(node)
        if isinstance(getattr(node, 'ctx', None), (ast.Store, ast.Del)):
            return node
        for number, after in made:
            node = ast.IfExp(call('__mutant__', number), after, node)
        return node

    def is_table(self, node):
        """A choice by a setting: entries that are not chosen do nothing."""
        table = node.value if isinstance(node, ast.Subscript) else getattr(node.func, 'value', None)
        return isinstance(table, ast.Dict) and len(table.keys) > 1

    def mutations(self, node):
        copy = lambda: ast.parse(ast.unparse(node), mode='eval').body
        method = getattr(self, f'of_{type(node).__name__}', None)
        return list(method(node, copy)) if method else []

    def of_Compare(self, node, copy):
        swaps = {ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is}
        for place, operator in enumerate(node.ops):
            after = copy()
            after.ops[place] = swaps[type(operator)]()
            yield 'other comparison', after
        yield 'condition always true', ast.Constant(True)
        yield 'condition always false', ast.Constant(False)

    def of_BoolOp(self, node, copy):
        if mentions(node, SETTINGS):
            return
        after = copy()
        after.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield 'and for or', after
        for place in range(len(node.values)):
            after = copy()
            del after.values[place]
            yield 'drop a condition', after if len(after.values) > 1 else after.values[0]

    def of_UnaryOp(self, node, copy):
        if isinstance(node.op, ast.Not):
            yield 'negate', copy().operand

    def of_Constant(self, node, copy):
        value = node.value
        if isinstance(value, bool):
            yield 'other constant', ast.Constant(not value)
        elif isinstance(value, int):
            yield 'other constant', ast.Constant(value + 1)
            if value > 1:
                yield 'other constant', ast.Constant(value // 2)
        elif isinstance(value, str) and value:
            yield 'other name', ast.Constant(OTHERS.get(value, value + 'x'))

    def of_Call(self, node, copy):
        name = getattr(node.func, 'attr', getattr(node.func, 'id', ''))
        if len(node.args) >= 2 and not any(isinstance(each, ast.Starred) for each in node.args) and name not in ('isinstance', 'need', 'getattr'):
            after = copy()
            after.args[:2] = after.args[1::-1]
            yield 'swapped arguments', after
        if name in RANDOM:
            yield 'constant in place of random', call('__first__', ast.Constant(number_of(f'{self.module}{self.function}{node.lineno}{node.col_offset}')), ast.Lambda(ast.arguments([], [], None, [], [], None, []), copy()))
        if name in ('all', 'any'):
            after = copy()
            after.func = ast.Name('any' if name == 'all' else 'all', ast.Load())
            yield 'any for all', after
        if name in ('sorted', 'set', 'lower', 'strip', 'rstrip') and (len(node.args) == 1 or name in ('lower', 'strip', 'rstrip')):
            after = copy()
            yield 'drop a call', after.args[0] if name in ('sorted', 'set') else after.func.value

    def of_Subscript(self, node, copy):
        if isinstance(node.ctx, ast.Load) and ast.unparse(node.slice) in ('-1', '0'):
            after = copy()
            after.slice = ast.Constant(0) if ast.unparse(node.slice) == '-1' else ast.UnaryOp(ast.USub(), ast.Constant(1))
            yield 'other element', after

    def of_BinOp(self, node, copy):
        swaps = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult}
        if type(node.op) in swaps and not isinstance(node.left, (ast.JoinedStr, ast.List)) and not isinstance(getattr(node.left, 'value', None), (str, bytes)):
            after = copy()
            after.op = swaps[type(node.op)]()
            yield 'other arithmetic', after

    def of_Dict(self, node, copy):
        for place, key in enumerate(node.keys):
            if isinstance(key, ast.Constant):
                after = copy()
                del after.keys[place], after.values[place]
                yield 'drop a member', after

    def of_ListComp(self, node, copy):
        yield from self.of_comprehension(node, copy)

    def of_GeneratorExp(self, node, copy):
        yield from self.of_comprehension(node, copy)

    def of_comprehension(self, node, copy):
        after = copy()
        listed = call('list', after.generators[0].iter)
        after.generators[0].iter = ast.Subscript(listed, ast.Slice(None, ast.Constant(1), None), ast.Load())
        yield 'first element', after
        if node.generators[0].ifs:
            after = copy()
            after.generators[0].ifs = []
            yield 'drop a condition', after


class Loader(importlib.machinery.SourceFileLoader):
    """Compiles without the cache: its code is another one."""

    def get_code(self, fullname):
        source = pathlib.Path(self.path).read_text()
        module = str(pathlib.Path(self.path).relative_to(HERE).with_suffix(''))
        tree = ast.parse(source)
        transformer = Mutating(module, source)
        tree.body = [transformer.visit(each) if isinstance(each, (ast.FunctionDef, ast.ClassDef)) else each for each in tree.body]
        return compile(ast.fix_missing_locations(tree), self.path, 'exec')


class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        module = name.removeprefix('strangers.').replace('.', '/')
        if not name.startswith('strangers.') or module not in (*MUTATED, *WATCHED):
            return None
        file = str(HERE / f'{module}.py')
        return importlib.util.spec_from_file_location(name, file, loader=Loader(name, file))


def install():
    sys.meta_path.insert(0, Finder())
