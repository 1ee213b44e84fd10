"""Strangers with a mistake in their source: one place of a module is another one while it is loaded.

`applied(changes)` loads the modules of this folder that way, `install()` in a child process. The environment (`STRANGER_CHANGE`) has the changes: a list of
the module, the text that is there, and the text in its place.
"""

import contextlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
KEPT = ('strangers.run', 'strangers.changed', 'strangers.changes', 'strangers.common.settings')


def listed(module):
    """What is changed in a module now: before and after."""
    return [(before, after) for name, before, after in json.loads(os.environ.get('STRANGER_CHANGE') or '[]') if name == module]


class Loader(importlib.machinery.SourceFileLoader):
    """Compiles without the cache: its code is another one."""

    def get_code(self, fullname):
        source = pathlib.Path(self.path).read_text()
        for before, after in listed(name_of(fullname)):
            if source.count(before) != 1:
                raise ImportError(f'{name_of(fullname)} has {source.count(before)} places like {before}')
            source = source.replace(before, after)
        return compile(source, self.path, 'exec')


def name_of(fullname):
    return fullname.removeprefix('strangers.').replace('.', '/')


class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if not name.startswith('strangers.') or not listed(name_of(name)):
            return None
        file = str(HERE / f'{name_of(name)}.py')
        return importlib.util.spec_from_file_location(name, file, loader=Loader(name, file))


def install():
    sys.meta_path.insert(0, Finder())


@contextlib.contextmanager
def applied(changes):
    """Within it, modules are loaded with these changes; after it, without them."""
    finder = Finder()
    os.environ['STRANGER_CHANGE'] = json.dumps(changes)
    sys.meta_path.insert(0, finder)
    forget()
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        del os.environ['STRANGER_CHANGE']
        forget()


def forget():
    """The modules of the roles, and what they are made of, are loaded again."""
    for name in [each for each in sys.modules if each.startswith('strangers.') and each not in KEPT]:
        del sys.modules[name]
