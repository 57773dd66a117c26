import { readFileSync } from 'node:fs'
import { spread } from '../random'
import { FOLDS } from './questions'
import { plainRequest } from './train-roles'

/** A request whose candidates were graded: 3 does it, 2 its core, 1 the same domain, 0 unrelated. */
export interface GradedRequest {
  id: string
  text: string
  /** Grades by id of tool or server; others are unknown. */
  grades: ReadonlyMap<string, number>
}

/** The least grade that counts as fitting. */
export const FITS_FROM = 2

/** Reads JSON lines of `{id, q, grades}`; marks around arguments (⟦ ⟧) are left out of the text. */
export function readGradedRequests(path: string): GradedRequest[] {
  return readLines<{ id: string; q: string; grades?: Record<string, number> }>(path).flatMap(({ id, q, grades }) =>
    grades === undefined ? [] : [{ id, text: plainRequest(q), grades: new Map(Object.entries(grades)) }],
  )
}

/** Grades by the id of a request, from JSON lines of `{id, grades}`. */
export function readGrades(path: string): Map<string, Record<string, number>> {
  return new Map(readLines<{ id: string; grades: Record<string, number> }>(path).map(({ id, grades }) => [id, grades]))
}

/** The requests with further grades, which never replace one of the request's own. */
export function withMoreGrades(
  requests: readonly GradedRequest[],
  more: ReadonlyMap<string, Record<string, number>>,
): GradedRequest[] {
  return requests.map((request) => {
    const grades = more.get(request.id)
    return grades === undefined
      ? request
      : { ...request, grades: new Map([...Object.entries(grades), ...request.grades]) }
  })
}

/** The texts of the same file, with their marks. */
export function readMarkedRequests(path: string): string[] {
  return readLines<{ q: string }>(path).map(({ q }) => q)
}

/** A request written for a tool. */
export interface ToolRequest {
  toolId: string
  text: string
}

/** Reads lines of a tool's id and the requests written for it, separated by tabs. */
export function readToolRequests(path: string): ToolRequest[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [toolId = '', ...texts] = line.split('\t')
    return texts.map((text) => ({ toolId, text }))
  })
}

/** The fold of a request, 0-4, by its words. */
export function foldOfRequest(text: string): number {
  return spread(text) % FOLDS
}

function readLines<Line>(path: string): Line[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Line)
}
