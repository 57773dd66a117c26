import type { Context } from '../../api/context'
import { ApiError } from '../../contract/errors'
import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import { incidentRecords } from '../incident-records'
import { findIncident, listBreakagesOfIncidents } from '../sql/listed-incidents'

/** Most breakages shown of one incident: some have thousands. */
export const BREAKAGES_SHOWN = 200

export async function incident(
  { incidentId }: InputOf<'incident'>,
  { reads: { db } }: Context,
): Promise<OutputOf<'incident'>> {
  const found = await findIncident(db, Number(incidentId.slice('inc_'.length)))
  const [record] =
    found === undefined
      ? []
      : await incidentRecords(db, [found], await listBreakagesOfIncidents(db, [found.key], BREAKAGES_SHOWN, 'all'))
  if (record === undefined)
    throw new ApiError('unknown_incident', 'No incident has this id. It may be older than the history that is kept.')
  return record
}

export const incidentEndpoint = defineEndpoint('incident', incident)
