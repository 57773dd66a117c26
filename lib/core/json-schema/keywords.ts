const keywords = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Keywords that hold schemas by name; `dependencies`, of drafts up to 7, holds lists of names too. */
export const SCHEMA_MAP_KEYWORDS = keywords(
  'properties patternProperties $defs definitions dependentSchemas dependencies',
)

/** Keywords that hold a schema, or a list of schemas. */
export const SUBSCHEMA_KEYWORDS = keywords(
  'items prefixItems additionalItems additionalProperties contains propertyNames not if then else allOf anyOf oneOf ' +
    'unevaluatedItems unevaluatedProperties contentSchema',
)

/** Keywords that hold values an author wrote down; `enum` holds a list of them. */
export const VALUE_KEYWORDS = keywords('default example examples const')

/** Keywords that allow and forbid nothing where they stand. `format` is one: few validators check it. */
export const ANNOTATION_KEYWORDS = keywords(
  '$schema $id $comment title description examples example default deprecated readOnly writeOnly format $defs definitions',
)

/** Keywords whose number is the least, or the most, that is allowed. */
export const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const
export const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const
