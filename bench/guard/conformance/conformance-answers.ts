// What the scenarios of the conformance suite of MCP expect of a server, by the names that they call.

type Params = Record<string, unknown>
type Notification = { method: string; params: Params }
type Request = { method: string; params?: Params }

const IMAGE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const AUDIO = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

const text = (value: string) => ({ type: 'text', text: value })
const image = { type: 'image', data: IMAGE, mimeType: 'image/png' }
const resource = (uri: string, value: string, mimeType = 'text/plain') => ({
  type: 'resource',
  resource: { uri, mimeType, text: value },
})

/** Tools that answer at once. */
export const RESULTS: Readonly<Record<string, { content: object[]; isError?: true }>> = {
  test_simple_text: { content: [text('This is a simple text response for testing.')] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio', data: AUDIO, mimeType: 'audio/wav' }] },
  test_embedded_resource: { content: [resource('test://embedded-resource', 'This is an embedded resource content.')] },
  test_multiple_content_types: {
    content: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', '{"test":"data","value":123}', 'application/json'),
    ],
  },
  test_error_handling: { content: [text('This tool intentionally returns an error for testing')], isError: true },
  json_schema_2020_12_tool: { content: [text('called')] },
}

/** Tools that tell or ask their client something first. */
export const DURING: Readonly<
  Record<
    string,
    {
      notifications?(progressToken: string | number): Notification[]
      asks?(args: Params): Request
      text(answer: Params): string
    }
  >
> = {
  test_tool_with_logging: {
    notifications: () =>
      ['Tool execution started', 'Tool processing data', 'Tool execution completed'].map((data) => ({
        method: 'notifications/message',
        params: { level: 'info', data },
      })),
    text: () => 'Tool with logging executed successfully',
  },
  test_tool_with_progress: {
    notifications: (progressToken) =>
      [0, 50, 100].map((progress) => ({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 100, message: `Completed step ${progress} of 100` },
      })),
    text: () => 'done',
  },
  test_sampling: {
    asks: ({ prompt }) => ({
      method: 'sampling/createMessage',
      params: { messages: [{ role: 'user', content: text(String(prompt)) }], maxTokens: 100 },
    }),
    text: ({ content }) => `LLM response: ${(content as { text?: string } | undefined)?.text}`,
  },
  test_elicitation: {
    asks: ({ message }) => elicit(String(message), { response: { type: 'string' } }, ['response']),
    text: ({ action, content }) => `User response: action=${action}, content=${JSON.stringify(content ?? {})}`,
  },
  test_elicitation_sep1034_defaults: {
    asks: () =>
      elicit('Please review the defaults', {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      }),
    text: ({ action, content }) => `Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`,
  },
  test_elicitation_sep1330_enums: {
    asks: () =>
      elicit('Please select', {
        untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
        titledSingle: { type: 'string', oneOf: titled },
        legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
        untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
        titledMulti: { type: 'array', items: { anyOf: titled } },
      }),
    text: ({ action, content }) => `Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`,
  },
}

const titled = ['value1', 'value2', 'value3'].map((value) => ({ const: value, title: `The ${value}` }))

function elicit(message: string, properties: Params, required: string[] = []): Request {
  return {
    method: 'elicitation/create',
    params: { message, requestedSchema: { type: 'object', properties, required } },
  }
}

/** Of tools whose arguments a scenario looks at. */
export const SCHEMAS: Readonly<Record<string, object>> = {
  test_sampling: { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
  test_elicitation: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
  json_schema_2020_12_tool: {
    ...{ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', additionalProperties: false },
    $defs: {
      address: {
        ...{ $anchor: 'addressDef', type: 'object' },
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      ...{ name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
      ...{
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { required: ['phone'] },
    else: { required: ['email'] },
  },
}

export const PROMPTS: Readonly<Record<string, { takes: string[]; contents(args: Params): object[] }>> = {
  test_simple_prompt: { takes: [], contents: () => [text('This is a simple prompt for testing.')] },
  test_prompt_with_arguments: {
    takes: ['arg1', 'arg2'],
    contents: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  test_prompt_with_embedded_resource: {
    takes: ['resourceUri'],
    contents: ({ resourceUri }) => [resource(String(resourceUri), 'Embedded resource content.'), text('Process it.')],
  },
  test_prompt_with_image: { takes: [], contents: () => [image, text('Please analyze the image above.')] },
}

export const RESOURCES: Readonly<Record<string, { shown: object; contents: object }>> = {
  'test://static-text': {
    shown: { description: 'A static text', mimeType: 'text/plain' },
    contents: { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  },
  'test://static-binary': {
    shown: { description: 'A static image', mimeType: 'image/png' },
    contents: { mimeType: 'image/png', blob: IMAGE },
  },
  'test://watched-resource': {
    shown: { description: 'A watched text', mimeType: 'text/plain' },
    contents: { mimeType: 'text/plain', text: 'Watched resource content' },
  },
}
