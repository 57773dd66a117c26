/**
 * `folder newest NAME` prints the newest version that has a wheel; `folder all NAME==VERSION` puts its wheels and those
 * of its dependencies into `folder/package`. Ends with 3 where a dependency is an address. The index is that of pip's
 * configuration.
 */
export const RESOLVE_WHEELS = `
import glob, json, os, subprocess, sys, zipfile
from email.parser import HeaderParser
from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.utils import canonicalize_name

folder, wanted, first = sys.argv[1:4]
wheels = os.path.join(folder, 'wheels')

def pip(*words):
    command = [sys.executable, '-I', '-m', 'pip', '--isolated', '--no-input', '--disable-pip-version-check', '--no-cache-dir', *words]
    if subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL).returncode:
        sys.exit(2)

def metadata():
    for path in glob.glob(os.path.join(wheels, '*.whl')):
        with zipfile.ZipFile(path) as wheel:
            for name in wheel.namelist():
                if name.count('/') == 1 and name.endswith('.dist-info/METADATA'):
                    with wheel.open(name) as file:
                        yield HeaderParser().parsestr(file.read(2000000).decode('utf-8', 'replace'))

constraints = {}  # by name: what the packages ask of its version
extras = {}
fetched = {}
settled = None
asked = [Requirement(first)]
for turn in range(40):
    for requirement in asked:
        name = canonicalize_name(requirement.name)
        if requirement.url:
            sys.exit(3)
        constraints.setdefault(name, set()).update(str(one) for one in requirement.specifier)
        extras.setdefault(name, set()).update(requirement.extras)
    state = json.dumps([{name: sorted(found) for name, found in one.items()} for one in (constraints, extras)], sort_keys=True)
    if state == settled:
        break
    settled = state
    changed = [name for name in constraints if constraints[name] != fetched.get(name)]
    for name in changed:
        for path in glob.glob(os.path.join(wheels, '*.whl')):
            if canonicalize_name(os.path.basename(path).split('-')[0]) == name:
                os.remove(path)
    if changed:
        pip('download', '--no-deps', '--only-binary', ':all:', '--progress-bar', 'off', '--dest', wheels, '--', *[name + ','.join(sorted(constraints[name])) for name in changed])
    fetched = {name: set(specifiers) for name, specifiers in constraints.items()}
    if wanted == 'newest':
        break
    asked = []
    for headers in metadata():
        own = extras.get(canonicalize_name(headers.get('Name', '')), set())
        for line in headers.get_all('Requires-Dist') or []:
            requirement = Requirement(line)
            if requirement.marker is None or any(requirement.marker.evaluate({'extra': extra}) for extra in own | {''}):
                asked.append(requirement)
else:
    sys.exit(2)
if wanted == 'newest':
    name = canonicalize_name(Requirement(first).name)
    print(json.dumps({'version': next(one['Version'] for one in metadata() if canonicalize_name(one['Name']) == name)}))
else:
    pip('install', '--no-index', '--no-deps', '--no-compile', '--only-binary', ':all:', '--progress-bar', 'off', '--target', os.path.join(folder, 'package'), '--', *glob.glob(os.path.join(wheels, '*.whl')))
`

/** `folder NAME` prints the program that an installed package names: the one of its own name, else the only one. */
export const READ_PROGRAM = `
import json, os, sys
from importlib.metadata import distributions
from pip._vendor.packaging.utils import canonicalize_name

folder, name = sys.argv[1:3]
for package in distributions(path=[os.path.join(folder, 'package')]):
    if canonicalize_name(package.metadata['Name'] or '') != canonicalize_name(name):
        continue
    programs = [one for one in package.entry_points if one.group == 'console_scripts']
    named = [one for one in programs if canonicalize_name(one.name) == canonicalize_name(name)]
    chosen = (named or (programs if len(programs) == 1 else []))[:1]
    for one in chosen:
        print(json.dumps({'name': one.name, 'module': one.module, 'attribute': one.attr}))
`

/** \`path script module attribute\` runs the program as its console script would. */
export const START_PROGRAM = `
import importlib, site, sys

path, script, module, attribute = sys.argv[1:5]
site.addsitedir(path)
sys.path.insert(0, sys.path.pop(sys.path.index(path)))
sys.argv = [script]
program = importlib.import_module(module)
for name in attribute.split('.'):
    program = getattr(program, name)
sys.exit(program())
`
