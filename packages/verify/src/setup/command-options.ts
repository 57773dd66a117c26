/** How a program's options are read: which stand alone, which take the next word, and which name the package itself. */
export interface Options {
  alone: ReadonlySet<string>
  takesValue: ReadonlySet<string>
  namesPackage: ReadonlySet<string>
}

const options = (alone: string, takesValue: string, namesPackage = ''): Options => ({
  alone: new Set(alone.split(' ')),
  takesValue: new Set(takesValue.split(' ')),
  namesPackage: new Set(namesPackage.split(' ')),
})

export const NPM_OPTIONS = options(
  '-y --yes -q --quiet -s --silent --no --prefer-online --prefer-offline --offline --no-install --ignore-existing --bun -g --legacy-peer-deps --force',
  '--registry --cache --prefix --userconfig --loglevel --node-options -w --workspace --shell',
  '-p --package',
)
export const PYTHON_OPTIONS = options(
  '-q --quiet -v --verbose --no-cache -n --offline --isolated --native-tls --refresh --no-config --upgrade -U --prerelease=allow --no-progress --system-certs',
  '--with --with-editable --with-requirements -p --python -i --index-url --index --extra-index-url --default-index -f --find-links --cache-dir --config-file --directory --project --prerelease --refresh-package --index-strategy --resolution --exclude-newer -w --env-file --pip-args --preinstall',
  '--from --spec',
)
export const IMAGE_OPTIONS = options(
  '-i --interactive -t --tty -it -ti -d --detach --rm --init --privileged --read-only -q --quiet --no-healthcheck --sig-proxy',
  '-e --env --env-file -v --volume --mount --name --network --net -p --publish -w --workdir -u --user --entrypoint --platform --add-host -l --label --pull -m --memory --cpus --gpus --cap-add --cap-drop --security-opt --tmpfs -h --hostname --dns --restart --log-driver --pids-limit --userns --ulimit --shm-size --device',
)
export const DENO_OPTIONS = options(
  '-A --allow-all --allow-net --allow-read --allow-write --allow-env --allow-run --allow-sys --quiet -q --no-prompt --no-lock --unstable',
  '--config --import-map --lock --cert --env-file',
)

/**
 * The first word that is not an option or its value, with its place; `unknown`: an option comes before it that may take
 * the next word.
 */
export function firstArgument(
  words: readonly string[],
  options: Options,
): { word: string; at: number } | 'unknown' | undefined {
  const wordAt = (at: number) => (words[at] === undefined ? undefined : { word: words[at], at })
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (!word.startsWith('-') || word === '-') return { word, at }
    if (word === '--') return wordAt(at + 1)
    const [option = '', ...value] = word.split('=')
    if (options.namesPackage.has(option)) return value.length === 0 ? wordAt(at + 1) : { word: value.join('='), at }
    if (value.length > 0 || options.alone.has(option)) continue
    if (!options.takesValue.has(option)) return 'unknown'
    at += 1
  }
  return undefined
}
