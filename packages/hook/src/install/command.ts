import { rmSync } from 'node:fs'
import { type Given, type Surroundings, WrongUse } from '../command-types.ts'
import { findHost, HOST_NAMES } from '../hosts/find-host.ts'
import type { HookPlace, Host } from '../hosts/host.ts'
import { messageOf } from '../message-of.ts'
import { readSetupOf, rememberSetup } from '../setup/read-setup.ts'
import { serviceFiles } from '../state/files.ts'
import { rememberService, serviceOf } from '../state/settings.ts'
import { serviceAddress, serviceFolder, stateRoot } from '../state/state-folder.ts'
import { entryOf, hookCommand } from './hook-command.ts'
import { install, type Outcome, requireInside, uninstall } from './installation.ts'

/** Adds the hook to the settings of a host. */
export async function installCommand(given: Given, surroundings: Surroundings): Promise<void> {
  const { machine, cwd, print } = surroundings
  const host = await hostOf(given)
  const root = stateRoot(machine)
  const url = serviceOf(given.url, machine, root)
  if (given.url !== undefined && serviceAddress(given.url) === null)
    throw new WrongUse(`${given.url} is not the address of a service (https://…).`)
  if (given.key !== undefined && !/^[\w-]{43}$/.test(given.key))
    throw new WrongUse('--key takes the member "x" of a key in /.well-known/jwks.json.')
  if (given.isHttp) {
    if (host.name !== 'claude-code') throw new WrongUse('Only claude-code calls addresses as hooks.')
    if (url === null) throw new WrongUse('--http needs the address of a service: --url URL.')
    const { printHttpHook } = await import('./http-hook.ts')
    return printHttpHook(url, host, surroundings)
  }
  const command = hookCommand(
    host.name,
    given.isProject ? null : entryOf('assay-hook', print),
    given.url === undefined ? null : url,
  )
  const places = host.hooks(given.isProject ? 'project' : 'user', command, cwd, machine)
  for (const place of places)
    print(
      said(
        place,
        change(place, () => {
          if (given.isProject) requireInside(cwd, place)
          return install(place, root)
        }),
        'Added to',
        'Already in',
      ),
    )
  if (url !== null) {
    rememberService(root, url, given.key)
    // So that the first refresh asks about its servers, and not only about those that were called.
    await rememberSetup(root, readSetupOf(host, cwd, machine))
    // With a key that the person chose, the log is taken anew.
    if (given.key !== undefined) rmSync(serviceFiles(serviceFolder(root, url)).log, { force: true })
  } else print('No service is named: until ASSAY_URL is set, or --url given, nothing is said of any call.')
  if (host.note !== '') print(host.note)
}

/** Removes the hook from the settings of a host. */
export async function uninstallCommand(given: Given, { machine, cwd, print }: Surroundings): Promise<void> {
  const host = await hostOf(given)
  const command = hookCommand(host.name, null, null)
  for (const place of host.hooks(given.isProject ? 'project' : 'user', command, cwd, machine)) {
    const outcome = change(place, () => {
      if (given.isProject) requireInside(cwd, place)
      return uninstall(place, stateRoot(machine))
    })
    print(said(place, outcome, 'Removed from', 'Nothing of it in'))
  }
}

async function hostOf({ words: [name = '', ...others] }: Given): Promise<Host> {
  const host = await findHost(name)
  if (host === undefined || others.length > 0) throw new WrongUse(`One host is needed: ${HOST_NAMES.join(', ')}.`)
  return host
}

function change(place: HookPlace, work: () => Outcome): Outcome {
  try {
    return work()
  } catch (error) {
    throw new Error(`${place.path} is not changed: ${messageOf(error).replace(/\.$/, '')}.`, {
      cause: error,
    })
  }
}

function said({ path }: HookPlace, outcome: Outcome, changed: string, unchanged: string): string {
  return `${outcome === 'changed' ? changed : unchanged} ${path}.`
}
