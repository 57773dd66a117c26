import { describe, expect, test } from 'vitest'
import { taskSteps } from './task-steps'

describe('clauses that each begin with a verb are steps', () => {
  test.each<[string, string[]]>([
    [
      "find Series A fintechs in Berlin, get the CTO's work email, draft outreach for each",
      ['find Series A fintechs in Berlin', "get the CTO's work email", 'draft outreach for each'],
    ],
    [
      'download a YouTube video, cut 00:30-01:15, burn in subtitles',
      ['download a YouTube video', 'cut 00:30-01:15', 'burn in subtitles'],
    ],
    [
      'read the failing CI job, find the commit that broke it, open an issue',
      ['read the failing CI job', 'find the commit that broke it', 'open an issue'],
    ],
    ['get the weather in Paris and send it by e-mail', ['get the weather in Paris', 'send it by e-mail']],
    [
      'scrape the page, translate it, post the text to Slack',
      ['scrape the page', 'translate it', 'post the text to Slack'],
    ],
    ['Can you please find a flight to Oslo, and book a hotel?', ['find a flight to Oslo', 'book a hotel']],
    ['I need to resize these photos and upload them to S3', ['resize these photos', 'upload them to S3']],
    ['create a Jira ticket and notify the team in Slack', ['create a Jira ticket', 'notify the team in Slack']],
    [
      'check my calendar for tomorrow, draft a reply to Ann and send her the slides',
      ['check my calendar for tomorrow', 'draft a reply to Ann', 'send her the slides'],
    ],
    [
      'fetch the exchange rate, convert 200 EUR to USD and add the result to my sheet',
      ['fetch the exchange rate', 'convert 200 EUR to USD', 'add the result to my sheet'],
    ],
    [
      'fetch the page, summarize and send it to me by e-mail',
      ['fetch the page', 'summarize and send it to me by e-mail'],
    ],
    ['search and book a flight, send me the ticket', ['search and book a flight', 'send me the ticket']],
    [
      'add milk, eggs and oat flakes to my list, send the list to Bob',
      ['add milk, eggs and oat flakes to my list', 'send the list to Bob'],
    ],
    [
      'transcribe the call (mp3, stereo), extract action items',
      ['transcribe the call (mp3, stereo)', 'extract action items'],
    ],
    [
      "send 'wash, rinse and repeat the cycle' to Ann and delete the draft",
      ["send 'wash, rinse and repeat the cycle' to Ann", 'delete the draft'],
    ],
    ['order 3 pizzas and tell me the price', ['order 3 pizzas', 'tell me the price']],
    ['query the sales table & create a bar chart', ['query the sales table', 'create a bar chart']],
    [
      'pull the logs, find errors, open a ticket for each of them',
      ['pull the logs', 'find errors', 'open a ticket for each of them'],
    ],
    ['first read the file, get the totals and then send a mail', ['read the file', 'get the totals', 'send a mail']],
    ['Suche einen Flug nach Oslo und buche ein Hotel', ['Suche einen Flug nach Oslo', 'buche ein Hotel']],
    ['Cherche un vol pour Oslo et envoie le prix à Ann', ['Cherche un vol pour Oslo', 'envoie le prix à Ann']],
    ['Busca un vuelo a Oslo y envía el precio a Ann', ['Busca un vuelo a Oslo', 'envía el precio a Ann']],
    ['find a, get b, send c, create d, delete e', ['find a', 'get b', 'send c', 'create d']],
  ])('%s', (task, steps) => {
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
