import { DESTROYS, demoServer, demoTool, WRITES } from './demo-server'

/** Servers of tasks, notes, code and measurements. */
export const OFFICE_SERVERS = [
  demoServer({
    id: 'demo/boardwalk.example/tasks',
    title: 'Boardwalk Tasks',
    description: 'Tasks, boards and sprints.',
    repository: 'https://github.com/boardwalk-example/tasks',
    license: 'MIT',
    medianMs: 200,
    tools: [
      demoTool(
        'create_task',
        'Create a task on a project board.',
        { title: ['string!', 'Title.'], board: ['string', 'Board.'] },
        WRITES,
      ),
      demoTool('list_tasks', 'List the tasks of a project board.', { board: ['string!', 'Board.'] }),
      demoTool('close_task', 'Close a task.', { task_id: ['string!', 'Id.'] }, WRITES),
    ],
  }),
  demoServer({
    id: 'demo/stickyleaf.example/notes',
    title: 'Stickyleaf Notes',
    description: 'Notes and a knowledge base with search.',
    medianMs: 95,
    tools: [
      demoTool('search_notes', 'Search notes of the knowledge base.', { q: ['string!', 'Words.'] }),
      demoTool('add_note', 'Add a note.', { text: ['string!', 'Text.'] }, WRITES),
    ],
    later: [
      {
        sinceDaysAgo: 21,
        tools: [
          demoTool('search_notes', 'Search notes of the knowledge base by words.', {
            q: ['string!', 'Words.'],
            limit: ['integer', 'Most results.'],
          }),
          demoTool('add_note', 'Add a note.', { text: ['string!', 'Text.'], tags: ['array', 'Tags.'] }, WRITES),
        ],
      },
    ],
  }),
  demoServer({
    id: 'official/example.copperforge/repositories',
    title: 'Copperforge Repositories',
    description: 'Git repositories, branches and pull requests.',
    repository: 'https://github.com/copperforge-example/mcp',
    license: 'MIT',
    medianMs: 105,
    tools: [
      demoTool('search_code', 'Search code in git repositories.', {
        q: ['string!', 'Text.'],
        repo: ['string', 'Repository.'],
      }),
      demoTool('list_pull_requests', 'List the pull requests of a git repository.', {
        repo: ['string!', 'Repository.'],
      }),
      demoTool(
        'merge_pull_request',
        'Merge a pull request.',
        { repo: ['string!', 'Repository.'], number: ['integer!', 'Number.'] },
        DESTROYS,
      ),
    ],
  }),
  demoServer({
    id: 'demo/anvilworks.example/git',
    title: 'Anvilworks Git',
    description: 'Reads commits, files and pull requests of git hosts.',
    medianMs: 230,
    outages: [
      { hoursAgo: 24 * 40, minutes: 900, as: 'server_error' },
      { hoursAgo: 9, minutes: 95, as: 'server_error' },
    ],
    tools: [
      demoTool('list_pull_requests', 'List pull requests of a repository.', {
        owner: ['string!', 'Owner.'],
        repository: ['string!', 'Name.'],
      }),
      demoTool('search_code', 'Search code of repositories.', { query: ['string!', 'Text.'] }),
    ],
  }),
  demoServer({
    id: 'demo/gaugeworks.example/metrics',
    title: 'Gaugeworks Metrics',
    description: 'Metrics, logs and alerts of services.',
    medianMs: 180,
    tools: [
      demoTool('query_metrics', 'Query metrics of a service over time.', { expression: ['string!', 'Expression.'] }),
      demoTool('list_alerts', 'List alerts that are firing.', {}),
    ],
  }),
]
