import type { CategorySlug } from './taxonomy'

/** How much a word says for a category: 9 names it beyond doubt, 1 leans towards it. */
export type TermWeight = 9 | 8 | 7 | 6 | 5 | 4 | 3 | 2 | 1

/**
 * Words and phrases of each category by weight, comma separated. Plurals and capitals do not matter; a phrase (at most three
 * words) counts where its words follow each other, and then its parts do not count again. Chosen by hand as 4, 2 or 1, then
 * fitted to the labels of real catalogs and rounded; a word no catalog uses keeps the weight it was given. `other` has none.
 */
export const CATEGORY_TERMS: Readonly<
  Record<Exclude<CategorySlug, 'other'>, Readonly<Partial<Record<TermWeight, string>>>>
> = {
  auth: {
    1: 'role, signin, signup, register user, user account',
    2: `
      modern authentication, identity, permission, access token, api key, biometric, session token,
      verification code, whoami, tenant`,
    3: `
      oauth2, single sign on, authenticate, jwt, kyc, credential, role assignment, realm, user role, access policy,
      entra`,
    4: `
      openid, saml, sso, okta, logout, identity provider, mfa, 2fa, totp, rbac, active directory, ldap, magic link,
      captcha, password, auth`,
    5: 'oauth, oidc, authentication, clerk, login, sign in, two factor, otp, user management, iam',
    6: 'passwordless, keycloak, auth0, access control',
    7: 'authorization',
  },
  api: {
    1: 'string, external tool, dynamic integration, base64, web service, api, interface, integration, header',
    2: `
      example, smithery, external resource, mcp service, endpoint, proxy, rest, restful, api specification,
      sample server, mcp server, ping, bridge, user agent, greet, service`,
    3: `
      placeholder image, mcp demo, integrate external, swagger, api gateway, graphql, greeting, mcp template,
      example mcp, test mcp, qr code, placeholder, apisix, stdio, apis, hub, rpc, toolbox, dynamic, modern, mcp tool,
      api documentation, mcp client, aggregator, tool call, uuid, mock, api integration, middleware, hello, demo,
      unified, n8n, link, generate`,
    4: `
      http response, api tester, user agent parser, string manipulation, rest client, http client, json placeholder,
      api directory, api marketplace, mcp inspector, mcp discovery, tool router, rest api, http api endpoint,
      api client, grpc, mcp server registry, mcp gateway, mcp proxy, mcp hub, tool discovery, hello world,
      mcp boilerplate, barcode, dummy data, kong, sse, validator, external, prototyping, dev, routing, gateway,
      aggregate, lorem ipsum`,
    5: `
      api testing, mcp bridge, postman, soap, mcp registry, mcp installer, multiple mcp server, other mcp server,
      remote mcp server, echo, mock data, rapidapi, generator, random, shortener`,
    6: 'modelcontextprotocol, fake rest, openapi, short link, shorten, random data',
    7: 'fake data',
    9: 'url shortener',
  },
  webhooks: {
    1: 'orchestration, event, automate, subscription, scheduler',
    2: `
      workflow, automate workflow, automation, subscribe, queue, event driven, nats, sqs, sns, schedule task,
      business process, rpa`,
    3: 'webhook, kafka, rabbitmq',
    4: `
      n8n, workflow automation, trigger, ifttt, event stream, callback, message queue, event bus, pubsub, pub sub,
      cron, cron job, windmill, temporal, power automate, workato, node red, scheduled job, camunda, bpmn, langflow,
      flowise`,
    5: 'zapier, make com, integromat, activepieces, dify workflow',
    6: 'pipedream',
  },
  code: {
    1: 'windsurf, programmer, bug, simulator, figma to code, method, generate code, application',
    2: `
      sonarqube, library, sdk, package, debug, node js, context7, test run, build, project, variable, implement`,
    3: `
      refactor, cursor, npm, package manager, library documentation, notebook cell, regex, rails, spring boot,
      environment, software, vibe, executor, function, script, test, testing, java, php, snippet, run code, scaffold,
      boilerplate, docs, qa, symbol, coverage, prompt template, template, analyzer, contract, diagram, mermaid,
      flowchart`,
    4: `
      middleware, stackoverflow, refactoring, debugging, linter, eslint, intellij, xcode, pypi, maven, cargo, crate,
      rubygem, tailwind, ui component, component library, api reference, unit test, test case, interpreter,
      javascript code, typescript, decompile, unity package, up to date documentation, json schema, code search,
      semver, software engineering, langserver, ast, tree sitter, e2b, gdb, breakpoint, disassembly, compile, vue,
      angular, golang, rust, docker, container, chain of thought, plugin, cline, repl, completion, architectural,
      tooling, inspect, development, documentation, framework, python, javascript, component, syntax, execute code,
      feature flag, class, architecture`,
    5: `
      stack overflow, source code, compiler, lint, vscode, vs code, package registry, pip, nuget, react component,
      jupyter, sandbox, lsp, coding agent, static analysis, type checking, react native, ios simulator,
      latest documentation, developer documentation, storybook, nextjs, dart, kotlin, swift, ui, gitignore, fix,
      code, developer, dependency, react`,
    6: `
      codebase, code generation, debugger, ide, jetbrains, shadcn, code snippet, language server, leetcode,
      programming, flutter, dependency version, svelte, laravel`,
    7: 'code review, code execution, python code, claude code, coding',
    9: 'software development',
  },
  'version-control': {
    1: 'patch, version',
    2: `
      merge, fork, tag release, contributor, open source project, staged, blame, clone, conventional commit, review`,
    3: 'gitee, gitea, issues, comparison, contribution',
    4: `
      code review, repo, changelog, svn, code host, gerrit, cherry pick, rebase, forgejo, git log, stash, worktree,
      issue tracking, version control`,
    5: 'bitbucket, commit, branch, release note',
    6: 'pull request, merge request, repository, diff, git repository, gist, github issue',
    7: 'git, github, gitlab, azure devops',
  },
  devops: {
    1: 'rollout, server, replica',
    2: `
      service, application, archived, environment variable, orchestrate, node pool, configuration management,
      staging, sam`,
    3: 'environment, build, pod, continuous, sync, ci, auditing, release, registry, cdk',
    4: `
      docker, container, k8s, cicd, gitlab ci, argo, pipeline run, namespace, portainer, rancher, build pipeline,
      docker compose, dockerfile, istio, cluster, octopus deploy, harness, docker image, aws, hosting, compute,
      cloud resource, admin, provisioning`,
    5: `
      kubernetes, pulumi, ci cd, jenkins, argocd, podman, deploy, kubectl, dokploy, nomad, rollback, artifact,
      teamcity, travis, cloud, cloud infrastructure, infrastructure`,
    6: `
      helm, terraform, ansible, github action, openshift, infrastructure as code, circleci, buildkite, devops,
      coolify, continuous integration, continuous delivery, bitrise`,
    7: 'deployment, azure',
  },
  cloud: {
    1: 'server, region, hosted, domain, provider, account, resource',
    2: `
      function, deploy, whois, instance, vpc, subscription resource, droplet, billing account, zone, resource group,
      tld, project id`,
    3: `
      cloud, netlify, domain name, domain availability, bedrock agentcore, ssl certificate, amazon, s3,
      cost explorer`,
    4: `
      hosting, cloud infrastructure, amazon web services, eks, aliyun, cloud service, vps, dns, linode, hetzner,
      oracle cloud, ovh, railway app, fly io, vultr, huawei cloud, cdn, supabase edge, cloudformation, dns record,
      subdomain, nameserver, godaddy, kinsta, pantheon, load balancer, elastic compute, durable object, cloudbase,
      edgeone, namecheap, registrar, object storage, storage, cloudinary, worker, edge`,
    5: `
      aws, gcp, cloudflare, digitalocean, vercel, heroku, lambda, serverless, ec2, ecs, tencent cloud,
      virtual machine, render com, aws cost, proxmox, vmware, vcenter, openstack, website hosting, cloud storage,
      bucket`,
    6: 'azure, cloud resource, google cloud, alibaba cloud, cloud platform, cloud run, runpod, cloud cost',
  },
  'command-line': {
    1: 'desktop, memory usage, run',
    2: `
      mouse, keyboard, process, local machine, kill console, whitelist, system tray, application launch,
      hardware info, disk space, native, execute, local, launch`,
    3: `
      container, executor, bash, desktop automation, computer control, system info, finder, desktop application,
      android, runner, speed, mac, timeout, system, host, os, volume`,
    4: `
      zsh, clipboard, linux, remote command, sudo, raycast, shortcut app, wsl, screen capture, window management,
      cmd, screenshot, run command, wol, systemd, text to speech, android device, exec, computer, administration, vm,
      windows, command`,
    5: `
      terminal command, execute command, cli, applescript, operating system, cpu usage, desktop control,
      computer use, network interface, speed test, apple reminder, apple`,
    6: 'powershell, ssh, system command, macos, tmux, iterm, system information, command execution',
    7: 'shell, terminal, shell command',
    8: 'command line',
  },
  monitoring: {
    1: 'error',
    2: `
      event, debugging, kubernetes, devops, loki, alert, latency, diagnose, outage, error rate, datasource,
      profiling, stack trace, postmortem, heap dump, performance, cpu`,
    3: `
      pagerduty, splunk, alertmanager, health check, axiom, raygun, logql, logfire, visibility, workload, trace,
      anomaly, troubleshooting, monitor, exception, span, availability, network monitoring, diagnostic, status`,
    4: `
      prometheus, grafana, newrelic, log analysis, uptime, incident, alert rule, dashboard panel, elastic apm,
      on call, crash report, status page, signoz, bugsnag, zabbix, nagios, jaeger, victoriametrics, netdata,
      langsmith, uptime robot, betterstack, coralogix, oncall, apm, last9, operational, metric, logs, troubleshoot`,
    5: `
      datadog, sentry, new relic, tracing, opentelemetry, dynatrace, honeycomb, promql, root cause, rollbar,
      error tracking, log group, langfuse, sre`,
    6: 'monitoring, cloudwatch, telemetry, performance monitoring',
    7: 'observability',
  },
  security: {
    1: 'security group, policy rule, anonymous, privilege',
    2: `
      binary analysis, safely, injection, secure note, safe, protection, sandbox evasion, acl, vpn, detection rule,
      triage rule, url filter, secure`,
    3: `
      ida pro, semgrep, frida, detection, exploitation, tls, hacker, zero, intelligence, verification, privacy,
      scanning, signature, audit, blacklist, acquisition, network security, finding, sensitive, ip`,
    4: `
      virus, encrypt, decrypt, siem, siem rule, burp, ghidra, reverse engineering, intrusion, mitre, yara, sast,
      data leak, zscaler, crowdstrike, fortinet, antivirus, dark web, cipher, steganography, red team, nuclei,
      prompt pii, radare2, tls certificate, disassemble, hacking, defender, key management, sanction, osquery, kali,
      safety, assessment, ssl, encrypted, protect, analyzer, hash, fraud, scan, risk, attack, reputation, suspicious,
      private key, certificate, trust, policy, memory dump, investigation`,
    5: `
      exploit, nmap, encryption, audit log, compliance, fuzzing, metasploit, snyk, packet, tshark, sbom, ioc, breach,
      zero trust, bloodhound, suricata, guardrail, endpoint protection, bug bounty, ctf, scanner`,
    6: `
      cve, penetration, pentest, shodan, virustotal, osint, firewall, forensic, phishing, vault, wireshark,
      attack surface, palo alto, reconnaissance, cryptographic`,
    7: 'password, vulnerability, malware, threat, threat intelligence, secret, cybersecurity',
    9: 'security',
  },
  databases: {
    1: 'backup, cache, vector store, key',
    2: `
      opensearch, redshift, relationship, collection, row, index, embedding, transaction isolation, select, insert,
      upsert, aggregation pipeline, join, vector, shard, replica set, data, store, document`,
    3: `
      graphql, duckdb, prisma, orm, d1, hive, sap hana, trino, time series, querying, query, record, field,
      similarity search, vector search, read only query, graph query, spreadsheet, entity`,
    4: `
      firestore, cassandra, qdrant, chroma, planetscale, db schema, surrealdb, turso, timescale, questdb, nocodb,
      baserow, nosql, foreign key, algolia, memgraph, valkey, firebase, dbhub, dremio, 数据库, hbase, tablestore,
      convex, documentdb, bigquery, snowflake, metadata, streaming, apache, libsql, dataverse, table, schema,
      migration, crud, db, relational`,
    5: `
      sql, sqlite, postgresql, mariadb, mongo, neo4j, sql server, couchbase, vector database, chromadb, clickhouse,
      table schema, database schema, column, tidb, cockroachdb, doris, airtable, key value, stored procedure,
      sql statement, typesense, meilisearch, falkordb, memcached, teradata, couchdb`,
    6: `
      postgres, mysql, redis, cypher, dynamodb, oracle database, mssql, elasticsearch, pinecone, weaviate, milvus,
      neon, pocketbase, sql query, graph database, influxdb, greptimedb, oceanbase, starrocks, arangodb, singlestore`,
    7: 'database, mongodb, supabase',
  },
  'data-analytics': {
    1: 'query, pivot, graph, analyze, measure, summary, source',
    2: `
      aggregate, cluster, metadata, business intelligence, transform, column statistic, outlier, sampling,
      data platform, trend`,
    3: `
      metric, bigquery, apache, table, data, superset, trend analysis, vega, data set, jsonpath, adx, data explorer,
      income, question, report, insight, analysis, json, event tracking, data source, exploration, mlb`,
    4: `
      log analysis, snowflake, time series, dashboard, plot, pandas, tableau, powerbi, looker, airflow,
      google analytics, ga4, amplitude, correlation, data lake, parquet, kpi, histogram, visualization, open data,
      ckan, dune, dagster, data quality, matplotlib, echarts, funnel, cohort, census, eurostat, data governance,
      bar chart, pie chart, line chart, umami, matomo, json data, data transformation, jq, data profiling,
      sheet analysis, descriptive statistic, world bank, indicator data, chartjs, quickchart, survey, excel,
      spreadsheet, machine learning, notebook, population, transformation, reporting, pipeline`,
    5: `
      redshift, chart, dataframe, statistic, statistical, power bi, metabase, dbt, data pipeline, etl, airbyte,
      spark, posthog, mixpanel, data catalog, data science, plausible, kaggle, keboola, antv, graph visualization,
      lineage, data exploration, kusto, cube, olap, plotly`,
    6: `
      analytics, data visualization, databricks, data warehouse, csv, dataset, regression, iceberg, data processing`,
    7: 'data analysis',
  },
  files: {
    1: 'local, read, write, edit, content',
    2: `
      s3, object storage, grep, attachment, allowed directory, line range, local storage, permission bit, share link,
      line number, append, size`,
    3: `
      minio, archive, ripgrep, file editing, note, writing, plain text, compression, path, download, glob,
      multiple file`,
    4: `
      cloud storage, storage, folder, download file, box com, read file, write file, move file, copy file,
      search file, sftp, blob storage, nextcloud, everything search, rename, storage bucket, disk usage, r2,
      filestash, wetransfer, nfs, create directory, backup file, icloud drive, obsidian, editing, reading, filename,
      sharing, replace, file, upload, editor, drive`,
    5: `
      file operation, onedrive, file content, list directory, delete file, ftp, zip, pinata, webdav, file manager,
      file path, file management, edit file, compress`,
    6: `
      directory, google drive, dropbox, file storage, upload file, ipfs, file search, local file, gdrive,
      file hosting`,
    7: 'filesystem, file system, file sharing, text file',
  },
  documents: {
    1: 'edit, content, cell, page, text, style, export, print',
    2: `
      template, spreadsheet, google sheet, powerpoint, pptx, latex, ocr, office, markdownify, formatting, microsoft,
      sheet, heading, conversion, format, bold, metadata field, table cell, extract text, parse, letter`,
    3: `
      docs, document, note, editing, docx, document conversion, pandoc, html to markdown, converter, md, reader,
      yaml, page number, convert, text formatting, html, form, parser`,
    4: `
      obsidian, slide, presentation, xlsx, worksheet, workbook, markdown, convert document, table of content,
      document processing, paragraph, docusign, e signature, cell range, google slides, document parsing, markitdown,
      feishu doc, lark doc, mermaid document, template rendering, resume pdf, invoice pdf, wps, libreoffice, csv to,
      text extraction, overleaf, typst, pdf generation, header row, footnote, contract document, form filling,
      frontmatter`,
    5: 'excel, google doc, epub, pdf form, watermark, file conversion, convert file, paperless',
    6: 'pdf, word document, document management',
  },
  'web-search': {
    2: `
      internet, up to date information, engine, find information, real time information, knowledge graph search,
      comprehensive research, information, discover, retrieve`,
    3: `
      query, wikidata, local search, wolfram, encyclopedia, news, google, brave, baidu, searching, web, answer,
      relevant result, research topic, find, topic, lookup, result, seo, news article, video content, transcript,
      title, biomedical, paper, arxiv`,
    4: `
      whois, kagi, wikipedia, internet search, online search, you com, metaphor, people search,
      google scholar search, semantic search engine, fact check, factcheck, information retrieval, wiki,
      reddit search, naver, indexing, research, citation, youtube, pubmed`,
    5: `
      bing, duckduckgo, tavily, search the web, jina, linkup, baidu search, current information, bocha, 搜索,
      ask question, search tool, quora, semantic search, documentation search, academic paper, keyword, search`,
    6: `
      search engine, google search, exa, serper, serpapi, perplexity, search result, serp, search api,
      real time search, image search`,
    7: 'web search, brave search, searxng, deep research, web research',
  },
  scraping: {
    1: 'download, text, retrieve',
    2: 'proxy, content, url, cookie, link, parse html, metadata extraction, selector extraction, structured',
    3: `
      markdown, page, url content, capture, downloader, snapshot, retrieve content, site, story, hacker news,
      youtube, caption`,
    4: `
      html, web, crawling, firecrawl, apify, fetch url, extract content, fetch website, web extraction,
      url to markdown, fetch html, article extraction, residential proxy, rotating proxy, web archive, llms txt,
      page content, scrapy, web unlocker, zenrows, scrapingbee, fetch page, web fetch, fetch content,
      markdown content, extract structured, diffbot, retrieve web content, browser, youtube transcript,
      video transcript, summarization, rss feed, clean, fetching, extractor, extracting, web page, fetch, extraction`,
    5: `
      scrape, webpage content, web page content, readability, bright data, oxylabs, sitemap, data extraction, spider,
      wayback, beautifulsoup, fetcher, webpage, website, extract`,
    6: `
      scraper, scraping, crawl, web scraping, fetch web, html content, website content, web data, anti bot, bypass,
      structured data from`,
    7: 'crawler, web content',
  },
  'browser-automation': {
    1: 'javascript, web, session',
    2: `
      page, adb, drag, click, selector, type text, console message, interact, javascript execution,
      automated testing, device, iframe, navigation`,
    3: `
      automation, android device, form, capture, web page, cookie, headless, stagehand, emulator, accessibility,
      stealth, browsing, element, tab, viewport, user interface`,
    4: `
      desktop automation, mouse, keyboard, screenshot, webdriver, chromium, firefox, browserbase, click element,
      navigate, css selector, xpath, devtools, chrome extension, appium, screenshot page, web page interaction, tap,
      swipe, scroll, hover, lighthouse, e2e test, end to end test, page snapshot, mobile device, app automation,
      arc browser, hyperbrowser, iphone, accessibility testing, capturing`,
    5: `
      selenium, headless browser, dom, fill form, ui automation, mobile automation, accessibility snapshot,
      browser tab, ui testing, web testing, safari, web interaction, visual testing, wcag`,
    6: 'browser, playwright, puppeteer, chrome, web automation, browser session, browser use, browser profile',
    7: 'browser automation',
  },
  'ai-models': {
    1: 'step by step, temperature, summarize, ai assistant, intelligent',
    2: `
      framework, think tool, persona, decision, complex predict, train, cognition, analysis framework, multimodal,
      orchestrate image analysis, large language model, language model, ai agent, agent, model, ai, problem,
      interactive`,
    3: `
      chain of thought, gpt 4, chatgpt, mistral, training, structured thinking, agent orchestration, langchain,
      generative, vllm, debate, hypothesis, argument, chatbot, chat, solve, modal, prediction, generate text, vision,
      llms, audio, image generation, image analysis`,
    4: `
      vector database, openai, gpt, anthropic, ollama, hugging face, deep learning, neural network, model inference,
      fine tuning, prompt, prompt engineering, sequential thinking, reasoning, problem solving,
      multi sub agent framework, crewai, embedding completion, text generation, model context window, vertex bedrock,
      decision making, mental tree of thought, cognitive, consciousness, thinking, agent to autonomous inference,
      classification image recognition, object detection, sentiment, artificial intelligence, kimi, comfyui workflow,
      second opinion, brainstorm, eval, weights biases, tensorflow, transformer, agentic, swarm, human in the loop,
      ask user, facial recognition, ml prediction token count, llm rag evaluation, cohere, watsonx, rag, human,
      classification, recognition, ml, algorithm, constraint, face, context window, evaluate, ai model`,
    5: `
      claude api, huggingface, replicate, groq, openrouter, qwen, llama, chat completion, critical thinking,
      metacognitive, a2a, lm studio, grok, ai evaluation, pytorch, logic, prolog, thought, clear thought,
      perspective, nlp, experiment`,
    6: 'gemini, deepseek, mlflow, llm provider, solver, face recognition',
    7: 'machine learning, computer vision',
  },
  'knowledge-memory': {
    1: 'content, information, entity, chunk, tag, workspace',
    2: `
      index, embedding, store, page, search, retrieve, apple notes, vectorize, retrieval, observation,
      remember information, backlink, document search, annotation, learned, save, semantic`,
    3: `
      library, documentation search, session, wiki page, highlight, supernote, daily note, obsidian vault,
      contextual, hackmd, context, organize, block, concept`,
    4: `
      vault, obsidian, wiki, reasoning, structured thinking, thought, evernote, anki, persistent memory, remember,
      recall, onenote, bookmark, contextual memory, mindmap, entity relation, store memory, raindrop, zep, graphiti,
      coda, guru, slite, gitbook, capacities, session context, project context, digital garden, document index,
      ingest document, continuity, organized, storing, kb, sparql, unstructured, memo, persistent`,
    5: `
      semantic search, think tool, roam, zettelkasten, confluence, retrieval augmented, semantic memory,
      long term memory, persistent context, mem0, second brain, bear note, joplin, outline, zotero,
      personal knowledge, memory storage, mind map, chat history, siyuan, ragie, flashcard, journal, basic memory,
      llamacloud, agent memory, maintain`,
    6: 'note, memory bank, notion, logseq, readwise, conversation history, note taking, knowledge',
    7: 'rag',
    8: 'memory, knowledge graph',
    9: 'knowledge base, knowledge management',
  },
  messaging: {
    1: 'reaction, user',
    2: `
      attachment, signal, reply, server member, conversation message, emoji, voicemail, broadcast, send, group,
      history, poll`,
    3: `
      discord bot, video conferencing, fireflies, cisco, presence, contact, notify, inbox, dm, call recording,
      participant, text message, mention, workspace channel, asana, intercom`,
    4: `
      chatbot, chat app, wecom, line line messaging, phone voice channel message, chat room, lark, rocket webex,
      viber, chatwork, otter, kakaotalk, discord group intercom mqtt message, qq, xmpp, bluebubbles, recall meeting,
      infobip, publish, voice, standup, sending, call, channel, thread, room`,
    5: `
      telegram bot, sms, microsoft teams, teams, twilio, wechat, send message, feishu, mattermost, vonage, pushover,
      zulip, vapi, telnyx, nostr, collaboration, phone, bot, communication`,
    6: `
      chat, message, imessage, notification, zoom, meeting, dingtalk, telephony, meeting transcript, ntfy,
      direct message`,
    7: 'discord, telegram, messaging, push notification',
    8: 'slack, whatsapp, phone number',
  },
  email: {
    1: 'message, send',
    2: 'thread, contact, mailchimp, draft, cc, subject line, forward, unsubscribe, compose',
    3: `
      attachment, reply, newsletter, disposable email, email marketing, klaviyo, transactional, gsuite, label,
      recipient, sender, bcc, deliverability`,
    4: `
      microsoft, meeting, imap, smtp, sendgrid, unread, draft email, protonmail, fastmail, email template, temp mail,
      exchange server, cold email, spam, email thread, mx record, activecampaign, convertkit, ses, bulk`,
    5: 'inbox, e mail, mailbox, postmark, email validation, email account, mailtrap, agentmail',
    6: `
      outlook, mail, mailgun, resend, email address, send email, email verification, google workspace,
      google calendar`,
    7: 'email, gmail, temporary email',
  },
  calendar: {
    1: 'attendee, month, week, slot, hour',
    2: 'availability, date, scheduling, rsvp, time, invite, upcoming event',
    3: 'event, time zone, cal com, countdown, calendar event, schedule, booking, recurring, day',
    4: `
      appointment, timezone, date time, calendly, availability slot, meeting schedule, reminder, timestamp, caldav,
      free busy, unix timestamp, day of week, 日历, lunar, date calculation, convert time, time conversion,
      event scheduling, ical, alarm, pomodoro, relative time, add day, venue`,
    5: 'google calendar, 时间, namedays, clock, iso 8601',
    6: 'calendar, current time, current date, datetime, public holiday, non working day, time server, liturgical',
    7: 'holiday',
  },
  'project-management': {
    1: 'dependency, organize, due date, priority, team member, plan, list, progress',
    2: `
      project, workspace, teams, habit, task, board, assignee, ticket, card, workflow state, cycle, worklog, assign,
      comment, tracking, update`,
    3: `
      standup, task management, kanban, milestone, things app, taskwarrior, task master, omnifocus, smartsheet,
      openproject, whiteboard, plane, requirement, story, deadline, work log, goal`,
    4: `
      issues, plane so, harvest, asana, trello, todo, to do, sprint, ticktick, youtrack, basecamp, toggl,
      shrimp task, agile, scrum, epic, work item, shortcut story, notion task, gantt, checklist, wrike,
      issue tracker, microsoft planner, taskade, fibery, vikunja, teamwork, reminder list, miro, stakeholder,
      atlassian, azure board, notion project`,
    5: `
      issue tracking, clickup, task manager, task list, redmine, subtask, time tracking, time entry, clockify,
      user story, project planning, productboard, roadmap, board item`,
    6: 'productivity, project management, jira, monday com, todoist, backlog, test management',
    7: 'linear, google task',
  },
  business: {
    1: 'service, report, keyword, business, engagement, industry, traffic, website traffic, owner, platform',
    2: `
      record, teams, contact, account manager, pipeline stage, conversion rate, enterprise, professional,
      agent support, account record, visitor, employee record, rank, feedback, post`,
    3: `
      aggregator, survey, backlink, email marketing, ticket, pipedrive, zoho, ad campaign, meta ads,
      keyword research, ahrefs, outreach, company search, resume, sap, ad performance, interview, app store,
      competitor, competitor analysis, company registry, companies house, content management, startup, product hunt,
      website builder, invoice, organization, agency, enrichment, ad, skill`,
    4: `
      incident, google analytics, hubspot, sales pipeline, deal, support ticket, freshdesk, intercom, helpdesk,
      help desk, google ads, seo, semrush, search console, prospect, customer relationship, contact enrichment,
      company information, company data, business data, job posting, hiring, recruiter, hr, human resource,
      payroll hr, bamboohr, workday, greenhouse, erp, odoo, netsuite, apollo io, b2b, landing page,
      content marketing, customer feedback, typeform, job listing, applicant, google play, app store optimization,
      market research, brand, influencer, business intelligence report, kvk, firmographic, career, cms, contentful,
      sanity, strapi, storyblok, webflow, wix, ghost, blog post, crunchbase, product review, loyalty,
      customer service, close io, copy ai, sponsor, ads, domain authority, google business, review response, marketo,
      customer io, fundraising, donor, nonprofit, supplier, supply chain, fleet management, customer, company`,
    5: `
      job, attio, sales, servicenow, itsm, advertiser, recruitment, candidate, employee, dynamics 365, clearbit,
      audience, lead generation, customer data, vacancy, insurance, freelance, wordpress, gohighlevel, contentstack`,
    6: 'crm, salesforce, lead, zendesk, facebook ads, advertising, job search, procurement',
    7: 'customer support, marketing, campaign, tender',
    8: 'job board',
  },
  ecommerce: {
    1: 'collection, store, brand, customer order, purchase, item, recommend, cheap, quantity',
    2: 'review, price, stock level, catalog, variant, refund, brand product, sell',
    3: `
      deal, shopping, shopping cart, checkout, order status, fulfillment, storefront, supermarket,
      product information, auction, offer`,
    4: `
      shopify, commerce, cart, magento, ebay, mercadolibre, aliexpress, online store, order management, inventory,
      price comparison, coupon, discount, retailer, tracking number, delivery, walmart, taobao, tmall, jd com,
      buy product, bigcommerce, fashion, clothing, courier, logistics delivery, package tracking, product price,
      outfit, gift, second hand, product detail, best deal, furniture, promo code, wishlist, sku, medusa, saleor,
      vtex, prestashop, waybill, product, order, seller, buy`,
    5: `
      ecommerce, e commerce, product catalog, woocommerce, amazon product, etsy, product search, gift card, shipping,
      shop, marketplace, bitrefill, print on demand, lazada, shopee`,
    6: 'mercado libre, merchant, shipment, parcel',
  },
  payments: {
    1: 'fee, amount, fund, transfer, monthly',
    2: `
      account, customer, bill, pay, charge, customer payment, license key, meter, credit note, cash flow, price plan,
      currency amount, purchase order, cost`,
    3: 'subscription, receipt, x402, bank, account transaction',
    4: `
      e commerce, refund, subscription billing, checkout session, payout, adyen, mollie, card payment,
      transaction categorization, bookkeeping, freee, payroll, chargebacks, lightning network, paid api,
      micropayment, usdc payment, lemon squeezy, cashfree, alipay, wechat pay, revenuecat, monetization,
      pricing plan, bank transfer, splitwise, balance sheet account, debit, mortgage payment, payment gateway,
      spending, journal entry, trial balance, financial data, financial, spend, transaction, balance,
      financial transaction`,
    5: `
      invoice, tax, invoicing, billing, open banking, vat, razorpay, credit card, personal finance, ledger,
      chargebee, lightning, fintech, paddle, paystack, upi, iban, moneybird, lunchmoney, monarch money`,
    6: 'budget, bank account, plaid, xero, quickbooks, ynab, mercado pago, payment link, lithic',
    7: 'stripe, paypal, expense',
    8: 'banking, accounting',
    9: 'payment',
  },
  'finance-markets': {
    1: 'performance, exchange, quote, value, growth, interest, yield',
    2: `
      dart, volume, risk, index, order, kite, share, volatility, return, profit, analyst rating, sector, capital,
      economy`,
    3: `
      price, fund, ipo, quantitative, trader, pricing, futures, market, economic, asset, position, historical price`,
    4: `
      company information, company, banking, sec filing, 10 k, income statement, balance sheet, cash flow statement,
      dividend, broker, brokerage, option chain, option trading, interest rate, inflation, gdp, moving average, rsi,
      macd, valuation, candlestick, ohlc, metatrader, interactive brokers, backtest, hedge fund, polygon io, nasdaq,
      nyse, gold price, loan, mortgage, compound interest, credit score, return on investment, net present value,
      prediction market, a share, tushare, 股票, price target, market cap, wealth, risk analysis, financial report,
      retirement, order book, venture capital, financial advisor, roi, macroeconomic, filing, finance, rate,
      holdings, historical`,
    5: `
      financial data, financial, stock price, stock quote, ticker, earnings, investment, investor, trade,
      mutual fund, forex, bond, economic indicator, federal reserve, technical indicator, financial statement,
      fundamental, alpaca, financial modeling prep, polymarket, kalshi, akshare, kospi, insider trading, analyst,
      sharpe, currency rate, convert currency, finnhub, zerodha, financial market, financial information, currency`,
    6: `
      stock market, market data, yahoo finance, alpha vantage, sec edgar, portfolio, trading, etf, currency exchange,
      foreign exchange, treasury, economic data, fred, financial analysis, commodity, precious metal, equity,
      tradingview`,
    7: 'exchange rate, currency conversion',
    8: 'stock',
  },
  crypto: {
    1: 'decentralized',
    2: `
      slot, ledger, balance, transfer, market cap, yield, stellar, address balance, contract, network fee, gas,
      protocol, pair, lamport, network`,
    3: `
      block, order, price, transaction, currency, evm, erc20, solidity, farcaster, inscription, avalanche, thirdweb,
      holders, node, tracker, token balance, mint, liquidity, address`,
    4: `
      validator, account, market data, trading, trade, openzeppelin, btc, eth, web3, coinbase, uniswap, staking,
      stake, gas price, gas fee, erc721, token transfer, wallet address, transaction hash, private key wallet,
      meme coin, bridge token, ton, tron, near protocol, aptos, cosmos, ens, crypto exchange, altcoin, usdt, okx,
      kraken, rpc node, contract address, abi, token holder, jupiter, layer 2, mainnet, ordinal, satoshi, xrp,
      hedera, bnb, lens protocol, wei, delegator, epoch, goplus, tvl, monad, ipfs nft, sei, gate io, rootstock,
      nervos, flow blockchain, chain id, sol, dex screener, dexscreener, jup, lightning node, pool, chain`,
    5: `
      x402, coincap, smart contract, defi, nft, token, token price, coingecko, polygon, arbitrum, base chain,
      mempool, erc 20, liquidity pool, block explorer, memecoin, cross chain, sui, starknet, chainlink, dao, airdrop,
      usdc, stablecoin, bybit, ccxt, rug pull, raydium, testnet, cardano, algorand, honeypot, defillama, whale,
      moralis, alchemy, coin, kucoin, fear greed`,
    6: `
      exchange, wallet, on chain, onchain, dex, swap, binance, coinmarketcap, etherscan, hyperliquid, pump fun,
      digital asset, multichain`,
    7: 'blockchain, bitcoin, ethereum, solana',
    8: 'crypto',
    9: 'cryptocurrency',
  },
  'maps-location': {
    1: 'search, find, distance, point, near',
    2: 'zone, local, spatial, area, route, address search, proximity',
    3: `
      region, real estate, qgis, yelp, local business, place detail, street view, boundary, property, foursquare,
      postal, geo, us, radius, direction, address autocomplete, district`,
    4: `
      address, google map, reverse geocode, geocoder, nearby place, poi, point of interest, ip location, amap,
      baidu map, geojson, distance matrix, property listing, zillow, address lookup, isochrone, satellite imagery,
      arcgis, country information, landmark, timezone location, region boundary, tile, apartment, rental property,
      house, ip info, geographic, capital city, census tract, terrain, google places, walking distance, brazilian,
      mapping, worldwide, locate, place, state and city, ip`,
    5: `
      geocode, latitude, longitude, coordinate, place search, postal code, zipcode, geolocation, gis, elevation,
      address validation, country data, what3words, geonames, neighborhood, geography, administrative division,
      street, land, nearby, reverse`,
    6: 'location, openstreetmap, mapbox, postcode, geospatial, kakao map, location data, country, city',
    7: 'map, zip code',
    8: 'geocoding, ip geolocation, ip address',
  },
  travel: {
    1: 'plan, city, direction, distance, reservation, driver',
    2: `
      drive, schedule, ticket, location, area, seat, tour, stop, line status, stay, departure time, ticket price,
      speed limit, vehicle model, restaurant, planner`,
    3: `
      google map, locate, bike, bicycle, authority, korea, delay, car, road, ship, itinerary planning, guest, park`,
    4: `
      booking, route, transit feed, booking com, public transit, navigation route, tourist, attraction, car rental,
      rental parking, lyft, taxi, skyscanner, flightradar24, gtfs, vin, ev charging, charging station, bike share,
      station board, camping, hostel, restaurant reservation, driving direction, license plate, hiking, trail, boat,
      boating, tesla, toll, gas station, automotive, expedia, realtime, global, ride, journey, station, mobility,
      fare, passport`,
    5: `
      hotel, airbnb, itinerary, railway, bus, route planning, tripadvisor, destination, tourism, accommodation,
      subway, cruise, departure, ferry, national park, travel planning, turn by turn, timetable, visa requirement,
      fuel price, electric vehicle, duffel`,
    6: `
      train, traffic, transport, airline, transportation, vacation, uber, amadeus, aviation, aircraft, vessel,
      arrival, ais, passenger`,
    7: 'airport, trip, transit, public transport, metro, 12306',
    8: 'travel, flight, vehicle',
    9: 'transport for',
  },
  weather: {
    1: 'current, daily',
    2: `
      environment, location, city, ocean, wind, celsius, outdoor, alert for state, humidity level, moon,
      planet earth, atmospheric, national, hourly`,
    3: 'worldwide, openweather, sunrise, sunset, biodiversity, ecosystem, environmental, solar, sensor',
    4: `
      temperature, current weather, openweathermap, humidity, wind speed, precipitation, rain, hurricane, tide,
      earthquake, meteorology, accuweather, pollution, snow, aqi, 天气, flood, nws, environment data, sustainability,
      electricity grid, renewable energy, solar energy, air pollution, surf, radar weather, greenhouse gas, seismic,
      volcano, drought, avalanche forecast, water level, grid, radar, condition`,
    5: `
      storm, uv index, weather alert, pollen, wildfire, weather condition, weatherapi, open meteo, carbon, energy`,
    6: 'forecast, climate, noaa, carbon footprint, emission, weather station, co2',
    7: 'air quality, meteorological',
    8: 'weather forecast, weather data',
    9: 'weather',
  },
  news: {
    1: 'read, topic, update, feed, media, popular, digest, top',
    2: 'trend, tech news, article, trending, publisher, daily digest, hot topic, editorial, publication',
    3: 'reader, rss feed, story, news article, trending topic, current event, opml, 热搜, weibo hot, blog, latest',
    4: `
      hackernews, journalism, breaking news, magazine, press release, news api, google news, atom feed, feed reader,
      bbc, latest news, news source, newsletter digest, 新闻, 热榜, current affair, podcast news, gdelt, the verge,
      feedly, freshrss, trend hub, hot search, wired, cnn, reuters, media coverage, aihub, zhihu hot, arxiv news,
      blog feed`,
    5: `
      headline, rss, hacker news, hot list, trending news, new york times, guardian, news feed, google trend,
      geeknews`,
    6: 'newspaper',
    7: 'news',
  },
  social: {
    1: 'content, user, audience, friend',
    2: `
      account, mention, comment, linkedin profile, timeline, meta threads, like, repost, publish post, direct post,
      upvote`,
    3: `
      publish, feed, trending, subreddit, xiaohongshu, rednote, zhihu, forum, douyin, posting, profile, follow,
      community, member, schedule post`,
    4: `
      quora, share, tweet, threads api, weibo, hashtag, social post, facebook page, community forum, discourse,
      influencer profile, user post, social account, fediverse, bilibili user, lemmy, snapchat, hootsuite,
      social content, viral, nostr note, dating, atproto, patreon, twitch chat, stocktwits, farcaster cast,
      engagement rate, karma, xhs, user profile`,
    5: `
      post, x com, linkedin, facebook, reddit, tiktok, mastodon, pinterest, 小红书, follower, tumblr, vk,
      social platform, post tweet, meetup, retweet, publishing`,
    6: 'twitter, bluesky, social',
    7: 'instagram, social media, social network',
  },
  'media-video': {
    1: 'download, content, channel, stream, transcript, watch, frame, play, title search',
    2: 'media, twitch, avatar, camera, title, season, thumbnail, genre, duration, timeline editing, cast',
    3: `
      youtube transcript, youtube, subtitle, ffmpeg, bilibili, yt dlp, after effects, video content, rick and morty,
      actor, entertainment, scene, rendering, show`,
    4: `
      streaming, video transcript, tv series, imdb, transcript youtube, caption, video editing, davinci resolve,
      premiere, jellyfin, video download, playlist video, video clip, video metadata, capcut, media server,
      video video platform, live obs, giphy, sonarr, radarr, box office, sora, veo, runway, kling, digital human,
      celebrity, documentary, screenplay, screen recording, webcam, vod, ott, theater, watch provider, manim,
      remotion, media file, popular tv, text to video, image to video, 视频, mal, cartoon, series`,
    5: `
      tv show, netflix, vimeo, plex, tv, trailer, episode, video analysis, gif, cinema, luma, heygen, avatar video,
      movie recommendation, media processing, meme`,
    6: 'quote, video, film, tmdb, manga, television, animation, animated, trakt, waifu',
    7: 'movie, video generation, star war',
    9: 'anime',
  },
  'audio-speech': {
    1: 'play, playback, volume control, beat, pause, track list',
    2: `
      event, library, audio file, audio processing, queue track, listen, playing, tune, wave, composer,
      release group, narrator, sing, rhythm, bpm, festival`,
    3: `
      text to speech, voice, genre, spotify, audio, podcast, elevenlabs, track, voice synthesis, speech, transcribe,
      microphone`,
    4: `
      tts, speech recognition, transcription, album, playlist, apple music, melody, sound, whisper, voice clone,
      radio, concert, instrument, daw, sound effect, supercollider, synthesizer, shazam, audio generation,
      music theory, karaoke, setlist, speaker diarization, audio track, dj, recording, 语音, minimax speech, kokoro,
      voicevox, assemblyai, deepgram, tempo, pitch, mp3, audio player, singer, gig ticket, piano, music player`,
    5: `
      speech to text, artist, last fm, musicbrainz, chord, guitar, reaper, musical, deezer, band, genius,
      music generation, suno, radio station, spoken, speak, wav, itunes`,
    6: 'song, lyrics, midi, soundcloud, ableton, discogs',
    9: 'music',
  },
  'images-design': {
    1: 'cube, format, shape, render, geometry, aspect ratio, jpg, resolution, create, style guide, width, height',
    2: `
      template, avatar, frame, scene, image processing, mermaid, flowchart, cad, rhino, sketchup, artwork,
      image file, sprite, layer, rectangle, layout, texture, filter image, prompt image, object transform, stroke,
      opacity, camera angle, collage, creativity, generation`,
    3: `
      cloudinary, style, replicate, excalidraw, logo, 3d, freecad, ux, uml, imagemagick, image url, material,
      image analysis, autocad, revit, maya, pixel, exif, imagen, cultural heritage, cultural, upscaling,
      vector graphic, generate`,
    4: `
      gif, picture, diagram, draw, canvas, colour, color palette, font, dall e, pixabay, photograph, openscad, gimp,
      graphic, painting, plantuml, thumbnail image, mesh, render scene, sketch app, wireframe, mockup, artist work,
      web design, design token, visual art, image format, image description, screenshot to code,
      building information modeling, grasshopper, houdini, zbrush, bitmap, resize image, gravatar, tattoo,
      interior design, graphviz, d2 diagram, mind mapping, infographic, photorealistic, 图片, 绘图, exhibit, sculpture,
      graphic design, shader, screenshot image, three js, nasa, generating, stunning, visual, resize`,
    5: `
      image editing, design, drawing, svg, color, flux, midjourney, comfyui, blender, photoshop, illustrator,
      ui design, museum, draw io, remove background, upscale, wallpaper, penpot, gallery, design system,
      illustration, bim, ifc, crop, recraft, ideogram, leonardo, getty, flickr, imgur, architecture design, drawio,
      图像, museum collection, spline, palette, visual design`,
    6: `
      image, image generation, generate image, text to image, stable diffusion, unsplash, pexels, photography,
      3d model, art, background removal, adobe, stock photo`,
    7: 'photo, figma, icon, creative',
  },
  games: {
    1: 'formula, scene, score, fantasy, character name',
    2: `
      teams, rank, star war, fun, collectible, match history, inventory item, spawn, leaderboard, dream, hero item,
      daily quote`,
    3: `
      card, entertainment, poke, unreal, esports, insult, zoo, harry potter, breed, deck, level, character,
      achievement, world, move, party, fact`,
    4: `
      question, item, avatar, play, picture, sprite, dnd, dungeons dragons, tabletop, trivia, quiz game, crossword,
      wordle, lottery, meme joke, tarot, zodiac, bazi, superhero, dc comics, random quote, compliment, numerology,
      fortune, tic tac toe, warcraft, playstation, emulator game, blueprint, gameobject, prefab, actor spawn,
      unity editor, game engine, kahoot, fan, lord of the rings, yugioh, ygo, csgo, hero, quest, character build,
      coin flip, magic 8, pirate, playful, lego, destiny 2, overwatch, gacha, elden ring, speedrun, neko, wildlife,
      legend, war, universe, unofficial`,
    5: `
      random, meme, imgflip, mmo, villain, card data, unity, unreal engine, godot, roblox, dice, rpg,
      league of legends, riot games, valorant, fortnite, player stats, sudoku, card game, deck of cards, poker,
      horoscope, astrology, 八字, marvel, cat fact, dog picture, cat picture, animal, random fact, advice, personality,
      mbti, hearthstone, world of warcraft, genshin, xbox, nintendo, level editor, random number, roll dice,
      dark jokes, op gg, counter strike, eve online, mob, tactic, clash royale, clash of clans, brawl stars, bungie,
      pubg, giant bomb, rawg, amiibo, gameplay, player`,
    6: `
      quote, rock paper scissors, digimon, game server, gaming, chess, dungeon, board game, video game, puzzle,
      magic the gathering, scryfall, chuck norris, comic, dog, cat, pet, inspirational quote, fun fact, runescape,
      final fantasy, dota, guild, monster, species`,
    7: 'steam',
    8: 'minecraft, pokemon, joke',
    9: 'game',
  },
  sports: {
    1: 'schedule',
    2: `
      teams, draft, season, game, baseball, nfl, coach, roster, game schedule, win, competition, driver standing,
      referee, goal scored, ranking`,
    3: 'statistic, player, mlb, world cup, upcoming, betting, fixture, match, stats',
    4: `
      score, racing, race result, tennis, rugby, fantasy league, match result, live score, olympics, team roster,
      cycling race, chess com rating, ufc, boxing, horse racing, nascar, balldontlie, espn, volleyball, ski resort,
      fpl, stadium, squash, marathon, motogp, handball, season stats, ncaa, strava segment, sportradar, sports event,
      playoffs, grand prix, pitcher, quarterback, team first robotics, frc, lap, club`,
    5: `
      soccer, nba, nhl, formula 1, f1, cricket, golf, hockey, premier league, league standings, standings,
      fantasy football, betting odds, sports betting, championship, sports data, league`,
    6: 'basketball, athlete, player statistics, tournament',
    7: 'sport, football, odds',
  },
  food: {
    1: 'plan, product, dietary, eat, weekly, preference',
    2: 'delivery, restaurant, chef, serving, portion, taste, flavor, table reservation, recipe search',
    3: 'cooking, meal, meal plan, pizza, food delivery, burger, food tracker',
    4: `
      nutrition fact, wine, cuisine, dish, cook, calorie, diet plan, barcode food, dining, espresso, kitchen, bakery,
      baking, vegan, vegetable, doordash, ubereats, reservation opentable, opentable, resy, 菜谱, tea, snack,
      food item, beverage, mealdb, yazio, allergen, fridge, swiggy, zomato, instacart, cheese, howtocook`,
    5: `
      food, grocery, nutrition, cocktail, coffee, drink, menu, brewery, whisky, spoonacular, open food facts,
      food product, fruit, taco, kroger, foodish`,
    6: 'recipe, ingredient',
    7: 'beer',
  },
  'education-language': {
    1: 'write, content, topic, level, phrase, translated, glossary, syllable, explain',
    2: `
      letter, history, religious, royal, author, language, word, read book, chapter, teach, learn, text processing,
      character count, summarize text, publisher book, culture, passage`,
    3: `
      text, summarization, nlp, vocabulary, lesson, quiz, university, college, verse, literature, rhyme, udemy,
      word meaning, sefaria, translate text, scholarship, lecture, korean, chinese, explanation, personalized, exam,
      study, english`,
    4: `
      translate, translator, definition of word, grammar, language detection, course, student, moodle, lms,
      classroom, homework, flash card, library book, goodreads, open library, torah, scripture, novel, isbn,
      word count, transliteration, multilingual, etymology, lexicon, curriculum, teaching, learner, coursera, essay,
      hymn, prayer, church, jw org, language model text, i18n, crowdin, lokalise, weblate, plagiarism, proofread,
      writing style, spell check, urban dictionary, wordnet, readability score, pinyin, kanji, japanese language,
      english word, paraphrase, word frequency, text classification, keyword extraction, ebook, calibre, kindle,
      library catalog, history lesson, philosophy, museum education, monarch, historical figure, anagram, palindrome,
      proverb, topics learning, sentence`,
    5: `
      deepl, language learning, dictionary, antonym, spelling, pronunciation, sentiment analysis, detect language,
      google classroom, teacher, tutor, education, educational, gutenberg, poem, hadith, natural language processing,
      named entity, edtech, localization, chinese character, assignment, edubase, historical event`,
    6: 'synonym, thesaurus, text analysis, canvas lms, school, learning, book, poetry, quran, bhagavad gita',
    7: 'translation, bible',
  },
  health: {
    1: 'monitor, daily, trial, personal, exercise plan',
    2: `
      run, training, activity, pubmed, biomedical, body, activity data, care, treatment, therapy plan,
      protein intake, diet, stress, dose, ride activity`,
    3: 'bike, condition, nutrition, doctor, ehr, recovery, muscle, age',
    4: `
      hospital, gym, garmin, apple health, heart rate, mental health, therapy, therapist, meditation, body mass,
      calorie burn, vaccine, genome, dicom, pharmacy, medication, icd 10, snomed, rxnorm, nutritionist, yoga, whoop,
      withings, weight loss, pharmacology, hormone, menstrual, blood, adverse event, physician, dental, npi, nurse,
      steps count, running activity, biology health, epidemiology, breathing, personal trainer, workout plan,
      training plan, trainingpeaks, peloton, mood, care provider, allergy, surgery, radiology, nutritional,
      supplement, veterinary`,
    5: `
      medicine, clinical, patient, drug, fhir, disease, diagnosis, symptom, exercise, strava, oura, fitbit, sleep,
      wellness, bmi, gene, genomic, cancer, medlineplus, hevy, weight, biomarker, medicare, intervals icu`,
    6: 'health, medical, clinical trial, fda, healthcare, fitness, workout, covid, health data',
    9: 'covid 19',
  },
  'science-research': {
    1: 'data, analysis, convert, citation, value, publication, literature, length, search paper',
    2: `
      compute, element, experiment, author, study, academic, simulation, quantum, computational, space, evolution,
      force, sum, density, orbit, star, mass, distance formula, citation count, abstract, theory, energy level,
      ratio`,
    3: `
      formula, research, solve, quantitative, geometry, paper, arxiv, semantic scholar, scholar, literature review,
      doi, crossref, bibliography, mars, calculator, calculate, prime, probability, unit converter, matlab, sympy,
      symbolic, patent search, constant, computation`,
    4: `
      cell, wolfram, academic paper, nasa, journal article, openalex, citation network, biorxiv, chemistry, molecule,
      protein, dna, sequence alignment, uniprot, pdb structure, astronomical, asteroid, telescope, mathematics,
      calculation, calculus, equation, matrix, vector calculus, factorial, fibonacci, gcd, greatest common, integral,
      derivative, triangle, circle, area of, square root, distribution, numerical, unit conversion, convert unit,
      quantum computing, qiskit, material science, materials project, crystal, electromagnetic, velocity,
      acceleration, thermodynamic, kinetic energy, species taxonomy, ecology, geology, fossil, laboratory,
      experiment data, researcher, dataset science, inchi, smiles, periodic table, linear programming, number theory,
      standard deviation, mean, median, variance, statistics test, speed of light, electric field, magnetic field,
      cell biology, neuroscience, hypothesis test, scientific computing, fourier, logarithm, exponent, polynomial,
      multiply, add two, subtract, divide, eigenvalue, zotero library, inspire hep, peptide, sum of, experimental,
      addition, array, planet, number`,
    5: `
      scientific, scholarly, science, physics, chemical, molecular, compound, pubchem, chembl, biology, astronomy,
      satellite, iss, algebra, wolframalpha, optimization problem, add number, 计算, expression`,
    6: 'research paper, bioinformatics, mathematical, arithmetic, wolfram alpha, spacex',
    7: 'math',
  },
  'legal-government': {
    1: 'document, open, federal data',
    2: `
      registry, compliance, record, national, congress, ibge, official, state law, department, public, council,
      territory, official gazette, dataset portal, legal entity, region statistics, act`,
    3: `
      policy, district, unofficial, legal, municipal, legal document, criminal, police, open data portal, civil,
      campaign finance, senate, 企业, french, german, spanish, eu, disclosure, demographic, state`,
    4: `
      agency, land, brazilian, university, lawsuit, case law, attorney, lawyer, legislation, statute, regulatory,
      contract law, trademark, copyright, bill vote, senator, voting, data gov, gov data, ministry, politician,
      political, immigration, gdpr, judge, law enforcement, docket, courtlistener, eu law, city council,
      official statistics, tender notice, customs tariff, national data, legal case, legal advice, penal, lobbying,
      treaty, united nations, riksdag, house of representatives, inmate, civil right, statistics bureau,
      national statistics, insee, citizen, military, naturalization, divorce, jurisdiction, plaintiff,
      terms of service, privacy policy, property law, inheritance, constitution, gov, uk, indian`,
    5: `
      city, us, court, patent, parliament, election, public record, municipality, census bureau, crime, fbi,
      government data, public sector, uspto, fec, bundestag, congressional, federal register`,
    6: 'law, regulation, government, open government',
    7: 'open data, public data, federal',
  },
  'home-iot': {
    1: 'status, room, area, state, control device',
    2: `
      fan, home assistant, turn on, turn off, room temperature, automation rule, motor, electricity,
      energy consumption, home, smart, voltage`,
    3: `
      adb, radio, esp8266, nodemcu, garden, controller, controlling, hardware, physical, telemetry data, serial,
      control`,
    4: `
      android device, device, camera, smart home, internet of things, arduino, robotics, drone, light bulb,
      philips hue, thermostat, smart device, home automation, serial port, modbus, firmware, embedded, octoprint,
      verilog, fpga, oscilloscope, bluetooth, zigbee, knx, gpio, tuya, smartthings, vacuum, garage door, appliance,
      home device, sonos, led, actuator, homekit, scene light, alexa, google home, wled, component datasheet,
      datasheet, thingsboard, scada, can bus, jtag, ros topic, servo, esphome, air conditioner, plant care,
      gardening, plant, lights, brightness, tv remote, lg tv, samsung tv, chromecast, roku, doorbell, xiaomi, mihome,
      ecobee, edge device, digital twin, machine tool, cnc, gcode, klipper, bambu, door lock, laser`,
    5: `
      sensor, raspberry pi, esp32, microcontroller, ros, ros2, hue, plc, opc ua, 3d printer, kicad, pcb, circuit,
      hardware design, rtl, electronic, signal processing, printer, schematic`,
    6: 'iot, mqtt, robot, industrial, device control',
  },
}
