const keywords = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Keywords that contain schemas by name; `dependencies`, of drafts up to 7, contains lists of names too. */
export const SCHEMA_MAP_KEYWORDS = keywords(
  'properties patternProperties $defs definitions dependentSchemas dependencies',
)

/** Keywords that contain a schema, or a list of schemas. */
export const SUBSCHEMA_KEYWORDS = keywords(
  'items prefixItems additionalItems additionalProperties contains propertyNames not if then else allOf anyOf oneOf ' +
    'unevaluatedItems unevaluatedProperties contentSchema',
)

/** Keywords that contain values written by the author; `enum` contains a list of them. */
export const VALUE_KEYWORDS = keywords('default example examples const')

/** Keywords that neither allow nor forbid anything. `format` is one: few validators check it. */
export const ANNOTATION_KEYWORDS = keywords(
  '$schema $id $comment title description examples example default deprecated readOnly writeOnly format $defs definitions',
)

/** Keywords whose number is the least, or the most, that is allowed. */
export const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const
export const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const
