import { LAUNCHING, launcherWith, placeOfLaunch } from './launch/launch-package'
import { npmInstaller } from './launch/npm-installer'
import type { Prober } from './prober'

/** Installs a package of npm and starts it in a sandbox: off without `settings.launch`. */
export const npmLaunch = {
  ...LAUNCHING,
  takes: ['npm'],
  placeOf: placeOfLaunch('npm'),
  isEnabled: ({ launch }) => Boolean(launch),
  probe: launcherWith('npm', npmInstaller),
} as const satisfies Prober
