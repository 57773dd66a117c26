/** Whether a value that somebody else sent has a form. Members that are not named are not looked at. */
export type ValueForm<Value> = (value: unknown) => value is Value
/** A value of a form. */
export type Formed<Form> = Form extends ValueForm<infer Value> ? Value : never

export const isText: ValueForm<string> = (value) => typeof value === 'string'
export const isNumber: ValueForm<number> = (value): value is number => Number.isFinite(value)
export const isFlag: ValueForm<boolean> = (value) => typeof value === 'boolean'
/** A whole number from 0 on. */
export const isCount: ValueForm<number> = (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** RFC 3339 in UTC. */
export const isInstant: ValueForm<string> = (value): value is string =>
  isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value) && !Number.isNaN(Date.parse(value))

export function nullOr<Value>(form: ValueForm<Value>): ValueForm<Value | null> {
  return (value): value is Value | null => value === null || form(value)
}

export function oneOf<const Value extends string>(values: readonly Value[]): ValueForm<Value> {
  return (value): value is Value => values.some((known) => known === value)
}

export function listOf<Value>(form: ValueForm<Value>): ValueForm<Value[]> {
  return (value): value is Value[] => Array.isArray(value) && value.every(form)
}

/** An object whose members all have one form, whatever their names. */
export function recordOf<Value>(form: ValueForm<Value>): ValueForm<Record<string, Value>> {
  return (value): value is Record<string, Value> => isJsonObject(value) && Object.values(value).every(form)
}

export function optional<Value>(form: ValueForm<Value>): ValueForm<Value | undefined> {
  return (value): value is Value | undefined => value === undefined || form(value)
}

/** An object with these members, and possibly others. */
export function objectOf<Value extends object>(
  forms: {
    [Name in keyof Value]-?: ValueForm<Value[Name]>
  },
): ValueForm<Value> {
  const rows = Object.entries<ValueForm<unknown>>(forms)
  return (value): value is Value => isJsonObject(value) && rows.every(([name, form]) => form(value[name]))
}

/** An object that is no array. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
