import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileNameOf } from 'assay-hook/state/check-sum'
import { makePrivate } from 'assay-hook/state/state-folder'
import { writeWhole } from 'assay-hook/state/write-whole'
import type { Recipe } from './recipe.ts'

/** How a wrapped entry becomes what it was, character by character. It has no header, and no value of a variable. */
export interface Original {
  /** SHA-256 of the text of the wrapped entry. */
  sum: string
  recipe: Recipe
}

interface Kept {
  path: string
  originals: Original[]
}

export function sumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** What is kept of a file's wrapped entries; empty: nothing, or it is damaged. */
export function keptOriginals(root: string, path: string): Original[] {
  try {
    const kept: Kept = JSON.parse(readFileSync(fileOf(root, path), 'utf8'))
    return kept.path === path && kept.originals.every(isOriginal) ? kept.originals : []
  } catch {
    return []
  }
}

export function forgetOriginals(root: string, path: string): void {
  rmSync(fileOf(root, path), { force: true })
}

/** Keeps the originals of a file, in place of those that were kept. */
export function keepOriginals(root: string, path: string, originals: readonly Original[]): void {
  makePrivate(join(root, 'wrapped'))
  writeWhole(fileOf(root, path), JSON.stringify({ path, originals }))
}

function isOriginal({ sum, recipe }: Original): boolean {
  return typeof sum === 'string' && recipe.every((part) => typeof part === 'string' || part.every(Number.isSafeInteger))
}

function fileOf(root: string, path: string): string {
  return join(root, 'wrapped', `${fileNameOf(path)}.json`)
}
