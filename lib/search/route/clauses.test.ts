import { describe, expect, test } from 'vitest'
import cases from './clauses.cases.json' with { type: 'json' }
import { taskSteps } from './task-steps'

describe('clauses that each begin with a verb are steps', () => {
  test.each(cases.severalSteps as [string, string[]][])('%s', (task, steps) => {
    expect(taskSteps(task)).toEqual(steps)
  })
})

describe('one request is one step', () => {
  test.each([
    // Enumerations of objects.
    'add milk, eggs and oat flakes to my list',
    'compare BTC, ETH and SOL',
    'list the repos, issues, and pull requests of my organization',
    'show stars, forks and open issues of a repository',
    'list published and draft posts',
    'search email, post and file archives',
    'get the title, cover image and release date of a film',
    'get orders, returns and reviews of a shop',
    'give Bob read, write and delete permissions',
    'check read and write access to the bucket',
    'get name, address and opening hours of a restaurant',
    'convert a PDF to text and Word',
    'translate hello, goodbye and thank you into Polish',
    'sum 1,000, 2,000 and 3,000',
    'get push notifications, merge requests and schedule changes',
    'plot revenue, cost and update frequency by month',
    // Verbs about one thing.
    'find and replace text in a file',
    'search and book a hotel',
    'read and translate a file',
    'create, read, update and delete records',
    'add, edit and remove contacts',
    'add contacts, edit and remove them',
    'find a table for two and book it',
    'copy and paste cells',
    'download the video and transcribe',
    'find and fix bugs',
    // Governed by another word.
    'build a bot to read mail and send the answers',
    'find a tool that can read PDFs and extract tables',
    'remind me to buy milk and call the plumber',
    'send a mail asking Ann to pay and send the receipt',
    'send Ann a text saying buy milk and call the plumber',
    'warn me if it rains, send the forecast and delete the alarm',
    'create a task: write the docs and send the invoice',
    'If the build fails, open an issue and notify the team',
    'buy some clothes, such as shirts, pants or dresses',
    'convert this ebook into a file that I can easily download and save on my phone',
    // The text does not begin with a request.
    'weather in Paris, send the result',
    'TypeError: x is undefined, read the file and fix the bug',
    'What is in this file, and get the owner?',
    'find cheap flights, thanks a lot',
    'find "a, get b and send c" in the logs',
  ])('%s', (task) => {
    expect(taskSteps(task)).toEqual([task])
  })
})

test.each([', ', ' and ', 'get, ', 'get x, ', ', and ', 'to get x and ', 'please ', ' & ', "'", '(', 'hello, '])(
  'ten thousand characters of %j are read',
  (unit) => {
    const task = unit.repeat(Math.ceil(10_000 / unit.length))
    expect(taskSteps(task).length).toBeGreaterThanOrEqual(1)
  },
)
