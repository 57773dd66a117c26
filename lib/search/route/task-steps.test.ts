import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MOST_STEPS, taskSteps } from './task-steps'

describe('several steps', () => {
  test.each<[string, string[]]>([
    ['get the weather in Paris and then send it by e-mail', ['get the weather in Paris', 'send it by e-mail']],
    ['read the file; translate it', ['read the file', 'translate it']],
    ['First read the file, then translate it.', ['read the file', 'translate it']],
    ['first read the file then translate it and finally post it', ['read the file', 'translate it', 'post it']],
    [
      'Find flights to Oslo. Then book a hotel, also rent a car',
      ['Find flights to Oslo', 'book a hotel', 'rent a car'],
    ],
    ['If it rains, then warn me; then book a taxi', ['If it rains, then warn me', 'book a taxi']],
    ['search the web and also list my calendar', ['search the web', 'list my calendar']],
    ['Do this: 1. get the weather 2. send a mail 3. sleep', ['get the weather', 'send a mail', 'sleep']],
    ['1) open the page\n2) take a screenshot', ['open the page', 'take a screenshot']],
    ['Lies die Datei und dann übersetze sie', ['Lies die Datei', 'übersetze sie']],
    ['Cherche un vol puis réserve un hôtel', ['Cherche un vol', 'réserve un hôtel']],
    ['Busca un vuelo y luego reserva un hotel', ['Busca un vuelo', 'reserva un hotel']],
    ['Procura um voo e depois reserva um hotel', ['Procura um voo', 'reserva um hotel']],
    ['Cerca un volo e poi prenota un albergo', ['Cerca un volo', 'prenota un albergo']],
    ['Сначала узнай погоду, а затем отправь письмо', ['узнай погоду', 'отправь письмо']],
    ['ابحث عن الطقس ثم أرسل رسالة', ['ابحث عن الطقس', 'أرسل رسالة']],
    ['首先查询天气，然后发送邮件', ['查询天气', '发送邮件']],
    ['天気を調べて、それからメールを送る', ['天気を調べて', 'メールを送る']],
    ['날씨를 확인하고 그리고 메일을 보내', ['날씨를 확인하고', '메일을 보내']],
  ])('%s', (task, steps) => {
    expect(taskSteps(task)).toEqual(steps)
  })

  test('of more than four, the first four', () => {
    expect(taskSteps('a one; b two; c three; d four; e five')).toEqual(['a one', 'b two', 'c three', 'd four'])
  })
})

describe('one step, as given', () => {
  test.each([
    'get the weather in Paris',
    'read and translate a file',
    'If it rains then warn me',
    'If it rains, then warn me',
    'Wenn es regnet, dann warne mich',
    'papers that were authentic since then',
    'what happens next week',
    'send the text "wash; rinse and then repeat" to Ann',
    'upgrade to version 2. of the library',
    'the square of 3. and of 4.',
    'parse a;b;c',
    'first name of the author',
    '  odd   spaces  ',
    'and then',
    '; ; ;',
    '?!',
    '🌦️',
    '查询天气',
  ])('%s', (task) => {
    expect(taskSteps(task)).toEqual([task])
  })
})

const anyTask = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(' and then ', '; ', '\n', '1. ', '2) ', 'first ', ', then ', '然后', ' ثم ', '"', ' '),
    ),
  )
  .map((parts) => parts.join(''))

test('of any text: one to four steps, each in the task’s own words, none empty', () => {
  fc.assert(
    fc.property(anyTask, (task) => {
      const steps = taskSteps(task)
      expect(steps.length).toBeGreaterThanOrEqual(1)
      expect(steps.length).toBeLessThanOrEqual(MOST_STEPS)
      if (steps.length === 1) expect(steps).toEqual([task])
      const spaced = task.replace(/[^\S\n]+/gu, ' ')
      for (const step of steps.length === 1 ? [] : steps) {
        expect(step).not.toBe('')
        expect(spaced).toContain(step)
      }
    }),
  )
})

test.each([
  ' ',
  '\n',
  ';',
  '; ',
  '"',
  '“',
  '1. ',
  'and then ',
  'then ',
  ', ',
  'first ',
  'if it, then ',
  '然后',
  '\u200d',
  'e\u0301',
])('ten thousand characters of %j are read', (unit) => {
  const task = unit.repeat(Math.ceil(10_000 / unit.length))
  expect(taskSteps(task).length).toBeGreaterThanOrEqual(1)
})
