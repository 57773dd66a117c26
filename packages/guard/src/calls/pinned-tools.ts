import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Tool } from '@modelcontextprotocol/client'
import { fileNameOf } from 'assay-hook/state/check-sum'
import { LineFile, lineFileText } from 'assay-hook/state/line-file'
import { makePrivate } from 'assay-hook/state/state-folder'
import { writeWhole } from 'assay-hook/state/write-whole'
import type { ConfiguredServer } from '../servers/configured-server.ts'

const LARGEST_BYTES = 33_554_432

/** Definitions of tools as they were when they were what the lock file pins: what is shown once they changed. */
export interface PinnedTools {
  read(server: ConfiguredServer): readonly Tool[]
  /** Adds `now` to `before`, by name. What cannot be written is not remembered. */
  write(server: ConfiguredServer, before: readonly Tool[], now: readonly Tool[]): void
}

/** A file for each server of the configuration. */
export function pinnedToolsFolder(folder: string): PinnedTools {
  const pathOf = ({ launch, name }: ConfiguredServer) => {
    const where = launch.kind === 'stdio' ? [launch.command, ...launch.args] : [launch.url]
    return join(folder, fileNameOf(name, ...where))
  }
  return {
    read(server) {
      const path = pathOf(server)
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? LARGEST_BYTES) >= LARGEST_BYTES) return []
      return LineFile.read(path)?.find<Tool[]>('tools') ?? []
    },
    write(server, before, now) {
      const text = lineFileText([['tools', merged(before, now)]])
      try {
        const path = pathOf(server)
        if (Buffer.byteLength(text) >= LARGEST_BYTES || text === textOf(path)) return
        makePrivate(folder)
        writeWhole(path, text, { isLasting: false })
      } catch {
        // The disk is full: a tool that changes later is shown without its former words.
      }
    },
  }
}

/** As long as the process runs. */
export function pinnedToolsInMemory(): PinnedTools {
  const kept = new Map<string, readonly Tool[]>()
  return {
    read: ({ name }) => kept.get(name) ?? [],
    write: ({ name }, before, now) => void kept.set(name, merged(before, now)),
  }
}

function merged(before: readonly Tool[], now: readonly Tool[]): Tool[] {
  return [...new Map([...before, ...now].map((tool) => [tool.name, tool])).values()]
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
