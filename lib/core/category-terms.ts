import type { CategorySlug } from './taxonomy'

/**
 * Words and phrases of each category, a line a weight: 9 names the category beyond doubt, 1 leans towards it. Plurals and
 * capitals do not matter; a phrase (at most three words) counts where its words follow each other, and then its parts do not
 * count again. Chosen by hand as 4, 2 or 1, then fitted to the labels of real catalogs and rounded; a word no catalog uses
 * keeps the weight it was given. `other` has none.
 */
export const CATEGORY_TERMS: Readonly<Record<Exclude<CategorySlug, 'other'>, string>> = {
  auth: `
    7 authorization
    6 passwordless, keycloak, auth0, access control
    5 oauth, oidc, authentication, clerk, login, sign in, two factor, otp, user management, iam
    4 openid, saml, sso, okta, logout, identity provider, mfa, 2fa, totp, rbac, active directory, ldap, magic link
    4 captcha, password, auth
    3 oauth2, single sign on, authenticate, jwt, kyc, credential, role assignment, realm, user role, access policy
    3 entra
    2 modern authentication, identity, permission, access token, api key, biometric, session token, verification code
    2 whoami, tenant
    1 role, signin, signup, register user, user account`,
  api: `
    9 url shortener
    7 fake data
    6 modelcontextprotocol, fake rest, openapi, short link, shorten, random data
    5 api testing, mcp bridge, postman, soap, mcp registry, mcp installer, multiple mcp server, other mcp server
    5 remote mcp server, echo, mock data, rapidapi, generator, random, shortener
    4 http response, api tester, user agent parser, string manipulation, rest client, http client, json placeholder
    4 api directory, api marketplace, mcp inspector, mcp discovery, tool router, rest api, http api endpoint
    4 api client, grpc, mcp server registry, mcp gateway, mcp proxy, mcp hub, tool discovery, hello world
    4 mcp boilerplate, barcode, dummy data, kong, sse, validator, external, prototyping, dev, routing, gateway
    4 aggregate, lorem ipsum
    3 placeholder image, mcp demo, integrate external, swagger, api gateway, graphql, greeting, mcp template
    3 example mcp, test mcp, qr code, placeholder, apisix, stdio, apis, hub, rpc, toolbox, dynamic, modern, mcp tool
    3 api documentation, mcp client, aggregator, tool call, uuid, mock, api integration, middleware, hello, demo
    3 unified, n8n, link, generate
    2 example, smithery, external resource, mcp service, endpoint, proxy, rest, restful, api specification
    2 sample server, mcp server, ping, bridge, user agent, greet, service
    1 string, external tool, dynamic integration, base64, web service, api, interface, integration, header`,
  webhooks: `
    6 pipedream
    5 zapier, make com, integromat, activepieces, dify workflow
    4 n8n, workflow automation, trigger, ifttt, event stream, callback, message queue, event bus, pubsub, pub sub
    4 cron, cron job, windmill, temporal, power automate, workato, node red, scheduled job, camunda, bpmn, langflow
    4 flowise
    3 webhook, kafka, rabbitmq
    2 workflow, automate workflow, automation, subscribe, queue, event driven, nats, sqs, sns, schedule task
    2 business process, rpa
    1 orchestration, event, automate, subscription, scheduler`,
  code: `
    9 software development
    7 code review, code execution, python code, claude code, coding
    6 codebase, code generation, debugger, ide, jetbrains, shadcn, code snippet, language server, leetcode
    6 programming, flutter, dependency version, svelte, laravel
    5 stack overflow, source code, compiler, lint, vscode, vs code, package registry, pip, nuget, react component
    5 jupyter, sandbox, lsp, coding agent, static analysis, type checking, react native, ios simulator
    5 latest documentation, developer documentation, storybook, nextjs, dart, kotlin, swift, ui, gitignore, fix, code
    5 developer, dependency, react
    4 middleware, stackoverflow, refactoring, debugging, linter, eslint, intellij, xcode, pypi, maven, cargo, crate
    4 rubygem, tailwind, ui component, component library, api reference, unit test, test case, interpreter
    4 javascript code, typescript, decompile, unity package, json schema, code search, semver, software engineering
    4 langserver, ast, tree sitter, e2b, gdb, breakpoint, disassembly, compile, vue, angular, golang, rust, docker
    4 container, chain of thought, plugin, cline, repl, completion, architectural, tooling, inspect, development
    4 documentation, framework, python, javascript, component, syntax, execute code, feature flag, class, architecture
    3 refactor, cursor, npm, package manager, library documentation, notebook cell, regex, rails, spring boot
    3 environment, software, vibe, executor, function, script, test, testing, java, php, snippet, run code, scaffold
    3 boilerplate, docs, qa, symbol, coverage, prompt template, template, analyzer, contract, diagram, mermaid
    3 flowchart
    2 sonarqube, library, sdk, package, debug, node js, context7, test run, build, project, variable, implement
    1 windsurf, programmer, bug, simulator, figma to code, method, generate code, application`,
  'version-control': `
    7 git, github, gitlab, azure devops
    6 pull request, merge request, repository, diff, git repository, gist, github issue
    5 bitbucket, commit, branch, release note
    4 code review, repo, changelog, svn, code host, gerrit, cherry pick, rebase, forgejo, git log, stash, worktree
    4 issue tracking, version control
    3 gitee, gitea, issues, comparison, contribution
    2 merge, fork, tag release, contributor, open source project, staged, blame, clone, conventional commit, review
    1 patch, version`,
  devops: `
    7 deployment, azure
    6 helm, terraform, ansible, github action, openshift, infrastructure as code, circleci, buildkite, devops, coolify
    6 continuous integration, continuous delivery, bitrise
    5 kubernetes, pulumi, ci cd, jenkins, argocd, podman, deploy, kubectl, dokploy, nomad, rollback, artifact
    5 teamcity, travis, cloud, cloud infrastructure, infrastructure
    4 docker, container, k8s, cicd, gitlab ci, argo, pipeline run, namespace, portainer, rancher, build pipeline
    4 docker compose, dockerfile, istio, cluster, octopus deploy, harness, docker image, aws, hosting, compute
    4 cloud resource, admin, provisioning
    3 environment, build, pod, continuous, sync, ci, auditing, release, registry, cdk
    2 service, application, archived, environment variable, orchestrate, node pool, configuration management, staging
    2 sam
    1 rollout, server, replica`,
  cloud: `
    6 azure, cloud resource, google cloud, alibaba cloud, cloud platform, cloud run, runpod, cloud cost
    5 aws, gcp, cloudflare, digitalocean, vercel, heroku, lambda, serverless, ec2, ecs, tencent cloud, virtual machine
    5 render com, aws cost, proxmox, vmware, vcenter, openstack, website hosting, cloud storage, bucket
    4 hosting, cloud infrastructure, amazon web services, eks, aliyun, cloud service, vps, dns, linode, hetzner
    4 oracle cloud, ovh, railway app, fly io, vultr, huawei cloud, cdn, supabase edge, cloudformation, dns record
    4 subdomain, nameserver, godaddy, kinsta, pantheon, load balancer, elastic compute, durable object, cloudbase
    4 edgeone, namecheap, registrar, object storage, storage, cloudinary, worker, edge
    3 cloud, netlify, domain name, domain availability, bedrock agentcore, ssl certificate, amazon, s3, cost explorer
    2 function, deploy, whois, instance, vpc, subscription resource, droplet, billing account, zone, resource group
    2 tld, project id
    1 server, region, hosted, domain, provider, account, resource`,
  'command-line': `
    8 command line
    7 shell, terminal, shell command
    6 powershell, ssh, system command, macos, tmux, iterm, system information, command execution
    5 terminal command, execute command, cli, applescript, operating system, cpu usage, desktop control, computer use
    5 network interface, speed test, apple reminder, apple
    4 zsh, clipboard, linux, remote command, sudo, raycast, shortcut app, wsl, screen capture, window management, cmd
    4 screenshot, run command, wol, systemd, text to speech, android device, exec, computer, administration, vm
    4 windows, command
    3 container, executor, bash, desktop automation, computer control, system info, finder, desktop application
    3 android, runner, speed, mac, timeout, system, host, os, volume
    2 mouse, keyboard, process, local machine, kill console, whitelist, system tray, application launch, hardware info
    2 disk space, native, execute, local, launch
    1 desktop, memory usage, run`,
  monitoring: `
    7 observability
    6 monitoring, cloudwatch, telemetry, performance monitoring
    5 datadog, sentry, new relic, tracing, opentelemetry, dynatrace, honeycomb, promql, root cause, rollbar
    5 error tracking, log group, langfuse, sre
    4 prometheus, grafana, newrelic, log analysis, uptime, incident, alert rule, dashboard panel, elastic apm, on call
    4 crash report, status page, signoz, bugsnag, zabbix, nagios, jaeger, victoriametrics, netdata, langsmith
    4 uptime robot, betterstack, coralogix, oncall, apm, last9, operational, metric, logs, troubleshoot
    3 pagerduty, splunk, alertmanager, health check, axiom, raygun, logql, logfire, visibility, workload, trace
    3 anomaly, troubleshooting, monitor, exception, span, availability, network monitoring, diagnostic, status
    2 event, debugging, kubernetes, devops, loki, alert, latency, diagnose, outage, error rate, datasource, profiling
    2 stack trace, postmortem, heap dump, performance, cpu
    1 error`,
  security: `
    9 security
    7 password, vulnerability, malware, threat, threat intelligence, secret, cybersecurity
    6 cve, penetration, pentest, shodan, virustotal, osint, firewall, forensic, phishing, vault, wireshark
    6 attack surface, palo alto, reconnaissance, cryptographic
    5 exploit, nmap, encryption, audit log, compliance, fuzzing, metasploit, snyk, packet, tshark, sbom, ioc, breach
    5 zero trust, bloodhound, suricata, guardrail, endpoint protection, bug bounty, ctf, scanner
    4 virus, encrypt, decrypt, siem, siem rule, burp, ghidra, reverse engineering, intrusion, mitre, yara, sast
    4 data leak, zscaler, crowdstrike, fortinet, antivirus, dark web, cipher, steganography, red team, nuclei
    4 prompt pii, radare2, tls certificate, disassemble, hacking, defender, key management, sanction, osquery, kali
    4 safety, assessment, ssl, encrypted, protect, analyzer, hash, fraud, scan, risk, attack, reputation, suspicious
    4 private key, certificate, trust, policy, memory dump, investigation
    3 ida pro, semgrep, frida, detection, exploitation, tls, hacker, zero, intelligence, verification, privacy
    3 scanning, signature, audit, blacklist, acquisition, network security, finding, sensitive, ip
    2 binary analysis, safely, injection, secure note, safe, protection, sandbox evasion, acl, vpn, detection rule
    2 triage rule, url filter, secure
    1 security group, policy rule, anonymous, privilege`,
  databases: `
    7 database, mongodb, supabase
    6 postgres, mysql, redis, cypher, dynamodb, oracle database, mssql, elasticsearch, pinecone, weaviate, milvus
    6 neon, pocketbase, sql query, graph database, influxdb, greptimedb, oceanbase, starrocks, arangodb, singlestore
    5 sql, sqlite, postgresql, mariadb, mongo, neo4j, sql server, couchbase, vector database, chromadb, clickhouse
    5 table schema, database schema, column, tidb, cockroachdb, doris, airtable, key value, stored procedure
    5 sql statement, typesense, meilisearch, falkordb, memcached, teradata, couchdb
    4 firestore, cassandra, qdrant, chroma, planetscale, db schema, surrealdb, turso, timescale, questdb, nocodb
    4 baserow, nosql, foreign key, algolia, memgraph, valkey, firebase, dbhub, dremio, 数据库, hbase, tablestore, convex
    4 documentdb, bigquery, snowflake, metadata, streaming, apache, libsql, dataverse, table, schema, migration, crud
    4 db, relational
    3 graphql, duckdb, prisma, orm, d1, hive, sap hana, trino, time series, querying, query, record, field
    3 similarity search, vector search, read only query, graph query, spreadsheet, entity
    2 opensearch, redshift, relationship, collection, row, index, embedding, transaction isolation, select, insert
    2 upsert, aggregation pipeline, join, vector, shard, replica set, data, store, document
    1 backup, cache, vector store, key`,
  'data-analytics': `
    7 data analysis
    6 analytics, data visualization, databricks, data warehouse, csv, dataset, regression, iceberg, data processing
    5 redshift, chart, dataframe, statistic, statistical, power bi, metabase, dbt, data pipeline, etl, airbyte, spark
    5 posthog, mixpanel, data catalog, data science, plausible, kaggle, keboola, antv, graph visualization, lineage
    5 data exploration, kusto, cube, olap, plotly
    4 log analysis, snowflake, time series, dashboard, plot, pandas, tableau, powerbi, looker, airflow
    4 google analytics, ga4, amplitude, correlation, data lake, parquet, kpi, histogram, visualization, open data
    4 ckan, dune, dagster, data quality, matplotlib, echarts, funnel, cohort, census, eurostat, data governance
    4 bar chart, pie chart, line chart, umami, matomo, json data, data transformation, jq, data profiling
    4 sheet analysis, descriptive statistic, world bank, indicator data, chartjs, quickchart, survey, excel
    4 spreadsheet, machine learning, notebook, population, transformation, reporting, pipeline
    3 metric, bigquery, apache, table, data, superset, trend analysis, vega, data set, jsonpath, adx, data explorer
    3 income, question, report, insight, analysis, json, event tracking, data source, exploration, mlb
    2 aggregate, cluster, metadata, business intelligence, transform, column statistic, outlier, sampling
    2 data platform, trend
    1 query, pivot, graph, analyze, measure, summary, source`,
  files: `
    7 filesystem, file system, file sharing, text file
    6 directory, google drive, dropbox, file storage, upload file, ipfs, file search, local file, gdrive, file hosting
    5 file operation, onedrive, file content, list directory, delete file, ftp, zip, pinata, webdav, file manager
    5 file path, file management, edit file, compress
    4 cloud storage, storage, folder, download file, box com, read file, write file, move file, copy file, search file
    4 sftp, blob storage, nextcloud, everything search, rename, storage bucket, disk usage, r2, filestash, wetransfer
    4 nfs, create directory, backup file, icloud drive, obsidian, editing, reading, filename, sharing, replace, file
    4 upload, editor, drive
    3 minio, archive, ripgrep, file editing, note, writing, plain text, compression, path, download, glob
    3 multiple file
    2 s3, object storage, grep, attachment, allowed directory, line range, local storage, permission bit, share link
    2 line number, append, size
    1 local, read, write, edit, content`,
  documents: `
    6 pdf, word document, document management
    5 excel, google doc, epub, pdf form, watermark, file conversion, convert file, paperless
    4 obsidian, slide, presentation, xlsx, worksheet, workbook, markdown, convert document, table of content
    4 document processing, paragraph, docusign, e signature, cell range, google slides, document parsing, markitdown
    4 feishu doc, lark doc, mermaid document, template rendering, resume pdf, invoice pdf, wps, libreoffice, csv to
    4 text extraction, overleaf, typst, pdf generation, header row, footnote, contract document, form filling
    4 frontmatter
    3 docs, document, note, editing, docx, document conversion, pandoc, html to markdown, converter, md, reader, yaml
    3 page number, convert, text formatting, html, form, parser
    2 template, spreadsheet, google sheet, powerpoint, pptx, latex, ocr, office, markdownify, formatting, microsoft
    2 sheet, heading, conversion, format, bold, metadata field, table cell, extract text, parse, letter
    1 edit, content, cell, page, text, style, export, print`,
  'web-search': `
    7 web search, brave search, searxng, deep research, web research
    6 search engine, google search, exa, serper, serpapi, perplexity, search result, serp, search api
    6 real time search, image search
    5 bing, duckduckgo, tavily, search the web, jina, linkup, baidu search, current information, bocha, 搜索
    5 ask question, search tool, quora, semantic search, documentation search, academic paper, keyword, search
    4 whois, kagi, wikipedia, internet search, online search, you com, metaphor, people search, google scholar search
    4 semantic search engine, fact check, factcheck, information retrieval, wiki, reddit search, naver, indexing
    4 research, citation, youtube, pubmed
    3 query, wikidata, local search, wolfram, encyclopedia, news, google, brave, baidu, searching, web, answer
    3 relevant result, research topic, find, topic, lookup, result, seo, news article, video content, transcript
    3 title, biomedical, paper, arxiv
    2 internet, engine, find information, real time information, knowledge graph search, comprehensive research
    2 information, discover, retrieve`,
  scraping: `
    7 crawler, web content
    6 scraper, scraping, crawl, web scraping, fetch web, html content, website content, web data, anti bot, bypass
    6 structured data from
    5 scrape, webpage content, web page content, readability, bright data, oxylabs, sitemap, data extraction, spider
    5 wayback, beautifulsoup, fetcher, webpage, website, extract
    4 html, web, crawling, firecrawl, apify, fetch url, extract content, fetch website, web extraction
    4 url to markdown, fetch html, article extraction, residential proxy, rotating proxy, web archive, llms txt
    4 page content, scrapy, web unlocker, zenrows, scrapingbee, fetch page, web fetch, fetch content, markdown content
    4 extract structured, diffbot, retrieve web content, browser, youtube transcript, video transcript, summarization
    4 rss feed, clean, fetching, extractor, extracting, web page, fetch, extraction
    3 markdown, page, url content, capture, downloader, snapshot, retrieve content, site, story, hacker news, youtube
    3 caption
    2 proxy, content, url, cookie, link, parse html, metadata extraction, selector extraction, structured
    1 download, text, retrieve`,
  'browser-automation': `
    7 browser automation
    6 browser, playwright, puppeteer, chrome, web automation, browser session, browser use, browser profile
    5 selenium, headless browser, dom, fill form, ui automation, mobile automation, accessibility snapshot
    5 browser tab, ui testing, web testing, safari, web interaction, visual testing, wcag
    4 desktop automation, mouse, keyboard, screenshot, webdriver, chromium, firefox, browserbase, click element
    4 navigate, css selector, xpath, devtools, chrome extension, appium, screenshot page, web page interaction, tap
    4 swipe, scroll, hover, lighthouse, e2e test, page snapshot, mobile device, app automation, arc browser
    4 hyperbrowser, iphone, accessibility testing, capturing
    3 automation, android device, form, capture, web page, cookie, headless, stagehand, emulator, accessibility
    3 stealth, browsing, element, tab, viewport, user interface
    2 page, adb, drag, click, selector, type text, console message, interact, javascript execution, automated testing
    2 device, iframe, navigation
    1 javascript, web, session`,
  'ai-models': `
    7 machine learning, computer vision
    6 gemini, deepseek, mlflow, llm provider, solver, face recognition
    5 claude api, huggingface, replicate, groq, openrouter, qwen, llama, chat completion, critical thinking
    5 metacognitive, a2a, lm studio, grok, ai evaluation, pytorch, logic, prolog, thought, clear thought, perspective
    5 nlp, experiment
    4 vector database, openai, gpt, anthropic, ollama, hugging face, deep learning, neural network, model inference
    4 fine tuning, prompt, prompt engineering, sequential thinking, reasoning, problem solving, crewai
    4 embedding completion, text generation, model context window, vertex bedrock, decision making, cognitive
    4 consciousness, thinking, classification image recognition, object detection, sentiment, artificial intelligence
    4 kimi, comfyui workflow, second opinion, brainstorm, eval, weights biases, tensorflow, transformer, agentic
    4 swarm, ask user, facial recognition, llm rag evaluation, cohere, watsonx, rag, human, classification
    4 recognition, ml, algorithm, constraint, face, context window, evaluate, ai model
    3 chain of thought, gpt 4, chatgpt, mistral, training, structured thinking, agent orchestration, langchain
    3 generative, vllm, debate, hypothesis, argument, chatbot, chat, solve, modal, prediction, generate text, vision
    3 llms, audio, image generation, image analysis
    2 framework, think tool, persona, decision, complex predict, train, cognition, analysis framework, multimodal
    2 orchestrate image analysis, large language model, language model, ai agent, agent, model, ai, problem
    2 interactive
    1 step by step, temperature, summarize, ai assistant, intelligent`,
  'knowledge-memory': `
    9 knowledge base, knowledge management
    8 memory, knowledge graph
    7 rag
    6 note, memory bank, notion, logseq, readwise, conversation history, note taking, knowledge
    5 semantic search, think tool, roam, zettelkasten, confluence, retrieval augmented, semantic memory
    5 long term memory, persistent context, mem0, second brain, bear note, joplin, outline, zotero, personal knowledge
    5 memory storage, mind map, chat history, siyuan, ragie, flashcard, journal, basic memory, llamacloud
    5 agent memory, maintain
    4 vault, obsidian, wiki, reasoning, structured thinking, thought, evernote, anki, persistent memory, remember
    4 recall, onenote, bookmark, contextual memory, mindmap, entity relation, store memory, raindrop, zep, graphiti
    4 coda, guru, slite, gitbook, capacities, session context, project context, digital garden, document index
    4 ingest document, continuity, organized, storing, kb, sparql, unstructured, memo, persistent
    3 library, documentation search, session, wiki page, highlight, supernote, daily note, obsidian vault, contextual
    3 hackmd, context, organize, block, concept
    2 index, embedding, store, page, search, retrieve, apple notes, vectorize, retrieval, observation
    2 remember information, backlink, document search, annotation, learned, save, semantic
    1 content, information, entity, chunk, tag, workspace`,
  messaging: `
    8 slack, whatsapp, phone number
    7 discord, telegram, messaging, push notification
    6 chat, message, imessage, notification, zoom, meeting, dingtalk, telephony, meeting transcript, ntfy
    6 direct message
    5 telegram bot, sms, microsoft teams, teams, twilio, wechat, send message, feishu, mattermost, vonage, pushover
    5 zulip, vapi, telnyx, nostr, collaboration, phone, bot, communication
    4 chatbot, chat app, wecom, line line messaging, chat room, lark, rocket webex, viber, chatwork, otter, kakaotalk
    4 qq, xmpp, bluebubbles, recall meeting, infobip, publish, voice, standup, sending, call, channel, thread, room
    3 discord bot, video conferencing, fireflies, cisco, presence, contact, notify, inbox, dm, call recording
    3 participant, text message, mention, workspace channel, asana, intercom
    2 attachment, signal, reply, server member, conversation message, emoji, voicemail, broadcast, send, group
    2 history, poll
    1 reaction, user`,
  email: `
    7 email, gmail, temporary email
    6 outlook, mail, mailgun, resend, email address, send email, email verification, google workspace, google calendar
    5 inbox, e mail, mailbox, postmark, email validation, email account, mailtrap, agentmail
    4 microsoft, meeting, imap, smtp, sendgrid, unread, draft email, protonmail, fastmail, email template, temp mail
    4 exchange server, cold email, spam, email thread, mx record, activecampaign, convertkit, ses, bulk
    3 attachment, reply, newsletter, disposable email, email marketing, klaviyo, transactional, gsuite, label
    3 recipient, sender, bcc, deliverability
    2 thread, contact, mailchimp, draft, cc, subject line, forward, unsubscribe, compose
    1 message, send`,
  calendar: `
    7 holiday
    6 calendar, current time, current date, datetime, public holiday, non working day, time server, liturgical
    5 google calendar, 时间, namedays, clock, iso 8601
    4 appointment, timezone, date time, calendly, availability slot, meeting schedule, reminder, timestamp, caldav
    4 free busy, unix timestamp, day of week, 日历, lunar, date calculation, convert time, time conversion
    4 event scheduling, ical, alarm, pomodoro, relative time, add day, venue
    3 event, time zone, cal com, countdown, calendar event, schedule, booking, recurring, day
    2 availability, date, scheduling, rsvp, time, invite, upcoming event
    1 attendee, month, week, slot, hour`,
  'project-management': `
    7 linear, google task
    6 productivity, project management, jira, monday com, todoist, backlog, test management
    5 issue tracking, clickup, task manager, task list, redmine, subtask, time tracking, time entry, clockify
    5 user story, project planning, productboard, roadmap, board item
    4 issues, plane so, harvest, asana, trello, todo, to do, sprint, ticktick, youtrack, basecamp, toggl, shrimp task
    4 agile, scrum, epic, work item, shortcut story, notion task, gantt, checklist, wrike, issue tracker
    4 microsoft planner, taskade, fibery, vikunja, teamwork, reminder list, miro, stakeholder, atlassian, azure board
    4 notion project
    3 standup, task management, kanban, milestone, things app, taskwarrior, task master, omnifocus, smartsheet
    3 openproject, whiteboard, plane, requirement, story, deadline, work log, goal
    2 project, workspace, teams, habit, task, board, assignee, ticket, card, workflow state, cycle, worklog, assign
    2 comment, tracking, update
    1 dependency, organize, due date, priority, team member, plan, list, progress`,
  business: `
    8 job board
    7 customer support, marketing, campaign, tender
    6 crm, salesforce, lead, zendesk, facebook ads, advertising, job search, procurement
    5 job, attio, sales, servicenow, itsm, advertiser, recruitment, candidate, employee, dynamics 365, clearbit
    5 audience, lead generation, customer data, vacancy, insurance, freelance, wordpress, gohighlevel, contentstack
    4 incident, google analytics, hubspot, sales pipeline, deal, support ticket, freshdesk, intercom, helpdesk
    4 help desk, google ads, seo, semrush, search console, prospect, customer relationship, contact enrichment
    4 company information, company data, business data, job posting, hiring, recruiter, hr, human resource, payroll hr
    4 bamboohr, workday, greenhouse, erp, odoo, netsuite, apollo io, b2b, landing page, content marketing
    4 customer feedback, typeform, job listing, applicant, google play, app store optimization, market research, brand
    4 influencer, business intelligence report, kvk, firmographic, career, cms, contentful, sanity, strapi, storyblok
    4 webflow, wix, ghost, blog post, crunchbase, product review, loyalty, customer service, close io, copy ai
    4 sponsor, ads, domain authority, google business, review response, marketo, customer io, fundraising, donor
    4 nonprofit, supplier, supply chain, fleet management, customer, company
    3 aggregator, survey, backlink, email marketing, ticket, pipedrive, zoho, ad campaign, meta ads, keyword research
    3 ahrefs, outreach, company search, resume, sap, ad performance, interview, app store, competitor
    3 competitor analysis, company registry, companies house, content management, startup, product hunt
    3 website builder, invoice, organization, agency, enrichment, ad, skill
    2 record, teams, contact, account manager, pipeline stage, conversion rate, enterprise, professional
    2 agent support, account record, visitor, employee record, rank, feedback, post
    1 service, report, keyword, business, engagement, industry, traffic, website traffic, owner, platform`,
  ecommerce: `
    6 mercado libre, merchant, shipment, parcel
    5 ecommerce, e commerce, product catalog, woocommerce, amazon product, etsy, product search, gift card, shipping
    5 shop, marketplace, bitrefill, print on demand, lazada, shopee
    4 shopify, commerce, cart, magento, ebay, mercadolibre, aliexpress, online store, order management, inventory
    4 price comparison, coupon, discount, retailer, tracking number, delivery, walmart, taobao, tmall, jd com
    4 buy product, bigcommerce, fashion, clothing, courier, logistics delivery, package tracking, product price
    4 outfit, gift, second hand, product detail, best deal, furniture, promo code, wishlist, sku, medusa, saleor, vtex
    4 prestashop, waybill, product, order, seller, buy
    3 deal, shopping, shopping cart, checkout, order status, fulfillment, storefront, supermarket, product information
    3 auction, offer
    2 review, price, stock level, catalog, variant, refund, brand product, sell
    1 collection, store, brand, customer order, purchase, item, recommend, cheap, quantity`,
  payments: `
    9 payment
    8 banking, accounting
    7 stripe, paypal, expense
    6 budget, bank account, plaid, xero, quickbooks, ynab, mercado pago, payment link, lithic
    5 invoice, tax, invoicing, billing, open banking, vat, razorpay, credit card, personal finance, ledger, chargebee
    5 lightning, fintech, paddle, paystack, upi, iban, moneybird, lunchmoney, monarch money
    4 e commerce, refund, subscription billing, checkout session, payout, adyen, mollie, card payment
    4 transaction categorization, bookkeeping, freee, payroll, chargebacks, lightning network, paid api, micropayment
    4 usdc payment, lemon squeezy, cashfree, alipay, wechat pay, revenuecat, monetization, pricing plan, bank transfer
    4 splitwise, balance sheet account, debit, mortgage payment, payment gateway, spending, journal entry
    4 trial balance, financial data, financial, spend, transaction, balance, financial transaction
    3 subscription, receipt, x402, bank, account transaction
    2 account, customer, bill, pay, charge, customer payment, license key, meter, credit note, cash flow, price plan
    2 currency amount, purchase order, cost
    1 fee, amount, fund, transfer, monthly`,
  'finance-markets': `
    8 stock
    7 exchange rate, currency conversion
    6 stock market, market data, yahoo finance, alpha vantage, sec edgar, portfolio, trading, etf, currency exchange
    6 foreign exchange, treasury, economic data, fred, financial analysis, commodity, precious metal, equity
    6 tradingview
    5 financial data, financial, stock price, stock quote, ticker, earnings, investment, investor, trade, mutual fund
    5 forex, bond, economic indicator, federal reserve, technical indicator, financial statement, fundamental, alpaca
    5 financial modeling prep, polymarket, kalshi, akshare, kospi, insider trading, analyst, sharpe, currency rate
    5 convert currency, finnhub, zerodha, financial market, financial information, currency
    4 company information, company, banking, sec filing, 10 k, income statement, balance sheet, cash flow statement
    4 dividend, broker, brokerage, option chain, option trading, interest rate, inflation, gdp, moving average, rsi
    4 macd, valuation, candlestick, ohlc, metatrader, interactive brokers, backtest, hedge fund, polygon io, nasdaq
    4 nyse, gold price, loan, mortgage, compound interest, credit score, return on investment, net present value
    4 prediction market, a share, tushare, 股票, price target, market cap, wealth, risk analysis, financial report
    4 retirement, order book, venture capital, financial advisor, roi, macroeconomic, filing, finance, rate, holdings
    4 historical
    3 price, fund, ipo, quantitative, trader, pricing, futures, market, economic, asset, position, historical price
    2 dart, volume, risk, index, order, kite, share, volatility, return, profit, analyst rating, sector, capital
    2 economy
    1 performance, exchange, quote, value, growth, interest, yield`,
  crypto: `
    9 cryptocurrency
    8 crypto
    7 blockchain, bitcoin, ethereum, solana
    6 exchange, wallet, on chain, onchain, dex, swap, binance, coinmarketcap, etherscan, hyperliquid, pump fun
    6 digital asset, multichain
    5 x402, coincap, smart contract, defi, nft, token, token price, coingecko, polygon, arbitrum, base chain, mempool
    5 erc 20, liquidity pool, block explorer, memecoin, cross chain, sui, starknet, chainlink, dao, airdrop, usdc
    5 stablecoin, bybit, ccxt, rug pull, raydium, testnet, cardano, algorand, honeypot, defillama, whale, moralis
    5 alchemy, coin, kucoin, fear greed
    4 validator, account, market data, trading, trade, openzeppelin, btc, eth, web3, coinbase, uniswap, staking, stake
    4 gas price, gas fee, erc721, token transfer, wallet address, transaction hash, private key wallet, meme coin
    4 bridge token, ton, tron, near protocol, aptos, cosmos, ens, crypto exchange, altcoin, usdt, okx, kraken
    4 rpc node, contract address, abi, token holder, jupiter, layer 2, mainnet, ordinal, satoshi, xrp, hedera, bnb
    4 lens protocol, wei, delegator, epoch, goplus, tvl, monad, ipfs nft, sei, gate io, rootstock, nervos
    4 flow blockchain, chain id, sol, dex screener, dexscreener, jup, lightning node, pool, chain
    3 block, order, price, transaction, currency, evm, erc20, solidity, farcaster, inscription, avalanche, thirdweb
    3 holders, node, tracker, token balance, mint, liquidity, address
    2 slot, ledger, balance, transfer, market cap, yield, stellar, address balance, contract, network fee, gas
    2 protocol, pair, lamport, network
    1 decentralized`,
  'maps-location': `
    8 geocoding, ip geolocation, ip address
    7 map, zip code
    6 location, openstreetmap, mapbox, postcode, geospatial, kakao map, location data, country, city
    5 geocode, latitude, longitude, coordinate, place search, postal code, zipcode, geolocation, gis, elevation
    5 address validation, country data, what3words, geonames, neighborhood, geography, administrative division, street
    5 land, nearby, reverse
    4 address, google map, reverse geocode, geocoder, nearby place, poi, point of interest, ip location, amap
    4 baidu map, geojson, distance matrix, property listing, zillow, address lookup, isochrone, satellite imagery
    4 arcgis, country information, landmark, timezone location, region boundary, tile, apartment, rental property
    4 house, ip info, geographic, capital city, census tract, terrain, google places, walking distance, brazilian
    4 mapping, worldwide, locate, place, state and city, ip
    3 region, real estate, qgis, yelp, local business, place detail, street view, boundary, property, foursquare
    3 postal, geo, us, radius, direction, address autocomplete, district
    2 zone, local, spatial, area, route, address search, proximity
    1 search, find, distance, point, near`,
  travel: `
    9 transport for
    8 travel, flight, vehicle
    7 airport, trip, transit, public transport, metro, 12306
    6 train, traffic, transport, airline, transportation, vacation, uber, amadeus, aviation, aircraft, vessel, arrival
    6 ais, passenger
    5 hotel, airbnb, itinerary, railway, bus, route planning, tripadvisor, destination, tourism, accommodation, subway
    5 cruise, departure, ferry, national park, travel planning, turn by turn, timetable, visa requirement, fuel price
    5 electric vehicle, duffel
    4 booking, route, transit feed, booking com, public transit, navigation route, tourist, attraction, car rental
    4 rental parking, lyft, taxi, skyscanner, flightradar24, gtfs, vin, ev charging, charging station, bike share
    4 station board, camping, hostel, restaurant reservation, driving direction, license plate, hiking, trail, boat
    4 boating, tesla, toll, gas station, automotive, expedia, realtime, global, ride, journey, station, mobility, fare
    4 passport
    3 google map, locate, bike, bicycle, authority, korea, delay, car, road, ship, itinerary planning, guest, park
    2 drive, schedule, ticket, location, area, seat, tour, stop, line status, stay, departure time, ticket price
    2 speed limit, vehicle model, restaurant, planner
    1 plan, city, direction, distance, reservation, driver`,
  weather: `
    9 weather
    8 weather forecast, weather data
    7 air quality, meteorological
    6 forecast, climate, noaa, carbon footprint, emission, weather station, co2
    5 storm, uv index, weather alert, pollen, wildfire, weather condition, weatherapi, open meteo, carbon, energy
    4 temperature, current weather, openweathermap, humidity, wind speed, precipitation, rain, hurricane, tide
    4 earthquake, meteorology, accuweather, pollution, snow, aqi, 天气, flood, nws, environment data, sustainability
    4 electricity grid, renewable energy, solar energy, air pollution, surf, radar weather, greenhouse gas, seismic
    4 volcano, drought, avalanche forecast, water level, grid, radar, condition
    3 worldwide, openweather, sunrise, sunset, biodiversity, ecosystem, environmental, solar, sensor
    2 environment, location, city, ocean, wind, celsius, outdoor, alert for state, humidity level, moon, planet earth
    2 atmospheric, national, hourly
    1 current, daily`,
  news: `
    7 news
    6 newspaper
    5 headline, rss, hacker news, hot list, trending news, new york times, guardian, news feed, google trend, geeknews
    4 hackernews, journalism, breaking news, magazine, press release, news api, google news, atom feed, feed reader
    4 bbc, latest news, news source, newsletter digest, 新闻, 热榜, current affair, podcast news, gdelt, the verge, feedly
    4 freshrss, trend hub, hot search, wired, cnn, reuters, media coverage, aihub, zhihu hot, arxiv news, blog feed
    3 reader, rss feed, story, news article, trending topic, current event, opml, 热搜, weibo hot, blog, latest
    2 trend, tech news, article, trending, publisher, daily digest, hot topic, editorial, publication
    1 read, topic, update, feed, media, popular, digest, top`,
  social: `
    7 instagram, social media, social network
    6 twitter, bluesky, social
    5 post, x com, linkedin, facebook, reddit, tiktok, mastodon, pinterest, 小红书, follower, tumblr, vk, social platform
    5 post tweet, meetup, retweet, publishing
    4 quora, share, tweet, threads api, weibo, hashtag, social post, facebook page, community forum, discourse
    4 influencer profile, user post, social account, fediverse, bilibili user, lemmy, snapchat, hootsuite
    4 social content, viral, nostr note, dating, atproto, patreon, twitch chat, stocktwits, farcaster cast
    4 engagement rate, karma, xhs, user profile
    3 publish, feed, trending, subreddit, xiaohongshu, rednote, zhihu, forum, douyin, posting, profile, follow
    3 community, member, schedule post
    2 account, mention, comment, linkedin profile, timeline, meta threads, like, repost, publish post, direct post
    2 upvote
    1 content, user, audience, friend`,
  'media-video': `
    9 anime
    7 movie, video generation, star war
    6 quote, video, film, tmdb, manga, television, animation, animated, trakt, waifu
    5 tv show, netflix, vimeo, plex, tv, trailer, episode, video analysis, gif, cinema, luma, heygen, avatar video
    5 movie recommendation, media processing, meme
    4 streaming, video transcript, tv series, imdb, transcript youtube, caption, video editing, davinci resolve
    4 premiere, jellyfin, video download, playlist video, video clip, video metadata, capcut, media server
    4 video video platform, live obs, giphy, sonarr, radarr, box office, sora, veo, runway, kling, digital human
    4 celebrity, documentary, screenplay, screen recording, webcam, vod, ott, theater, watch provider, manim, remotion
    4 media file, popular tv, text to video, image to video, 视频, mal, cartoon, series
    3 youtube transcript, youtube, subtitle, ffmpeg, bilibili, yt dlp, after effects, video content, rick and morty
    3 actor, entertainment, scene, rendering, show
    2 media, twitch, avatar, camera, title, season, thumbnail, genre, duration, timeline editing, cast
    1 download, content, channel, stream, transcript, watch, frame, play, title search`,
  'audio-speech': `
    9 music
    6 song, lyrics, midi, soundcloud, ableton, discogs
    5 speech to text, artist, last fm, musicbrainz, chord, guitar, reaper, musical, deezer, band, genius
    5 music generation, suno, radio station, spoken, speak, wav, itunes
    4 tts, speech recognition, transcription, album, playlist, apple music, melody, sound, whisper, voice clone, radio
    4 concert, instrument, daw, sound effect, supercollider, synthesizer, shazam, audio generation, music theory
    4 karaoke, setlist, speaker diarization, audio track, dj, recording, 语音, minimax speech, kokoro, voicevox
    4 assemblyai, deepgram, tempo, pitch, mp3, audio player, singer, gig ticket, piano, music player
    3 text to speech, voice, genre, spotify, audio, podcast, elevenlabs, track, voice synthesis, speech, transcribe
    3 microphone
    2 event, library, audio file, audio processing, queue track, listen, playing, tune, wave, composer, release group
    2 narrator, sing, rhythm, bpm, festival
    1 play, playback, volume control, beat, pause, track list`,
  'images-design': `
    7 photo, figma, icon, creative
    6 image, image generation, generate image, text to image, stable diffusion, unsplash, pexels, photography
    6 3d model, art, background removal, adobe, stock photo
    5 image editing, design, drawing, svg, color, flux, midjourney, comfyui, blender, photoshop, illustrator
    5 ui design, museum, draw io, remove background, upscale, wallpaper, penpot, gallery, design system, illustration
    5 bim, ifc, crop, recraft, ideogram, leonardo, getty, flickr, imgur, architecture design, drawio, 图像
    5 museum collection, spline, palette, visual design
    4 gif, picture, diagram, draw, canvas, colour, color palette, font, dall e, pixabay, photograph, openscad, gimp
    4 graphic, painting, plantuml, thumbnail image, mesh, render scene, sketch app, wireframe, mockup, artist work
    4 web design, design token, visual art, image format, image description, screenshot to code
    4 building information modeling, grasshopper, houdini, zbrush, bitmap, resize image, gravatar, tattoo
    4 interior design, graphviz, d2 diagram, mind mapping, infographic, photorealistic, 图片, 绘图, exhibit, sculpture
    4 graphic design, shader, screenshot image, three js, nasa, generating, stunning, visual, resize
    3 cloudinary, style, replicate, excalidraw, logo, 3d, freecad, ux, uml, imagemagick, image url, material
    3 image analysis, autocad, revit, maya, pixel, exif, imagen, cultural heritage, cultural, upscaling
    3 vector graphic, generate
    2 template, avatar, frame, scene, image processing, mermaid, flowchart, cad, rhino, sketchup, artwork, image file
    2 sprite, layer, rectangle, layout, texture, filter image, prompt image, object transform, stroke, opacity
    2 camera angle, collage, creativity, generation
    1 cube, format, shape, render, geometry, aspect ratio, jpg, resolution, create, style guide, width, height`,
  games: `
    9 game
    8 minecraft, pokemon, joke
    7 steam
    6 quote, rock paper scissors, digimon, game server, gaming, chess, dungeon, board game, video game, puzzle
    6 magic the gathering, scryfall, chuck norris, comic, dog, cat, pet, inspirational quote, fun fact, runescape
    6 final fantasy, dota, guild, monster, species
    5 random, meme, imgflip, mmo, villain, card data, unity, unreal engine, godot, roblox, dice, rpg
    5 league of legends, riot games, valorant, fortnite, player stats, sudoku, card game, deck of cards, poker
    5 horoscope, astrology, 八字, marvel, cat fact, dog picture, cat picture, animal, random fact, advice, personality
    5 mbti, hearthstone, world of warcraft, genshin, xbox, nintendo, level editor, random number, roll dice
    5 dark jokes, op gg, counter strike, eve online, mob, tactic, clash royale, clash of clans, brawl stars, bungie
    5 pubg, giant bomb, rawg, amiibo, gameplay, player
    4 question, item, avatar, play, picture, sprite, dnd, dungeons dragons, tabletop, trivia, quiz game, crossword
    4 wordle, lottery, meme joke, tarot, zodiac, bazi, superhero, dc comics, random quote, compliment, numerology
    4 fortune, tic tac toe, warcraft, playstation, emulator game, blueprint, gameobject, prefab, actor spawn
    4 unity editor, game engine, kahoot, fan, yugioh, ygo, csgo, hero, quest, character build, coin flip, magic 8
    4 pirate, playful, lego, destiny 2, overwatch, gacha, elden ring, speedrun, neko, wildlife, legend, war, universe
    4 unofficial
    3 card, entertainment, poke, unreal, esports, insult, zoo, harry potter, breed, deck, level, character
    3 achievement, world, move, party, fact
    2 teams, rank, star war, fun, collectible, match history, inventory item, spawn, leaderboard, dream, hero item
    2 daily quote
    1 formula, scene, score, fantasy, character name`,
  sports: `
    7 sport, football, odds
    6 basketball, athlete, player statistics, tournament
    5 soccer, nba, nhl, formula 1, f1, cricket, golf, hockey, premier league, league standings, standings
    5 fantasy football, betting odds, sports betting, championship, sports data, league
    4 score, racing, race result, tennis, rugby, fantasy league, match result, live score, olympics, team roster
    4 cycling race, chess com rating, ufc, boxing, horse racing, nascar, balldontlie, espn, volleyball, ski resort
    4 fpl, stadium, squash, marathon, motogp, handball, season stats, ncaa, strava segment, sportradar, sports event
    4 playoffs, grand prix, pitcher, quarterback, team first robotics, frc, lap, club
    3 statistic, player, mlb, world cup, upcoming, betting, fixture, match, stats
    2 teams, draft, season, game, baseball, nfl, coach, roster, game schedule, win, competition, driver standing
    2 referee, goal scored, ranking
    1 schedule`,
  food: `
    7 beer
    6 recipe, ingredient
    5 food, grocery, nutrition, cocktail, coffee, drink, menu, brewery, whisky, spoonacular, open food facts
    5 food product, fruit, taco, kroger, foodish
    4 nutrition fact, wine, cuisine, dish, cook, calorie, diet plan, barcode food, dining, espresso, kitchen, bakery
    4 baking, vegan, vegetable, doordash, ubereats, reservation opentable, opentable, resy, 菜谱, tea, snack, food item
    4 beverage, mealdb, yazio, allergen, fridge, swiggy, zomato, instacart, cheese, howtocook
    3 cooking, meal, meal plan, pizza, food delivery, burger, food tracker
    2 delivery, restaurant, chef, serving, portion, taste, flavor, table reservation, recipe search
    1 plan, product, dietary, eat, weekly, preference`,
  'education-language': `
    7 translation, bible
    6 synonym, thesaurus, text analysis, canvas lms, school, learning, book, poetry, quran, bhagavad gita
    5 deepl, language learning, dictionary, antonym, spelling, pronunciation, sentiment analysis, detect language
    5 google classroom, teacher, tutor, education, educational, gutenberg, poem, hadith, natural language processing
    5 named entity, edtech, localization, chinese character, assignment, edubase, historical event
    4 translate, translator, definition of word, grammar, language detection, course, student, moodle, lms, classroom
    4 homework, flash card, library book, goodreads, open library, torah, scripture, novel, isbn, word count
    4 transliteration, multilingual, etymology, lexicon, curriculum, teaching, learner, coursera, essay, hymn, prayer
    4 church, jw org, language model text, i18n, crowdin, lokalise, weblate, plagiarism, proofread, writing style
    4 spell check, urban dictionary, wordnet, readability score, pinyin, kanji, japanese language, english word
    4 paraphrase, word frequency, text classification, keyword extraction, ebook, calibre, kindle, library catalog
    4 history lesson, philosophy, museum education, monarch, historical figure, anagram, palindrome, proverb
    4 topics learning, sentence
    3 text, summarization, nlp, vocabulary, lesson, quiz, university, college, verse, literature, rhyme, udemy
    3 word meaning, sefaria, translate text, scholarship, lecture, korean, chinese, explanation, personalized, exam
    3 study, english
    2 letter, history, religious, royal, author, language, word, read book, chapter, teach, learn, text processing
    2 character count, summarize text, publisher book, culture, passage
    1 write, content, topic, level, phrase, translated, glossary, syllable, explain`,
  health: `
    9 covid 19
    6 health, medical, clinical trial, fda, healthcare, fitness, workout, covid, health data
    5 medicine, clinical, patient, drug, fhir, disease, diagnosis, symptom, exercise, strava, oura, fitbit, sleep
    5 wellness, bmi, gene, genomic, cancer, medlineplus, hevy, weight, biomarker, medicare, intervals icu
    4 hospital, gym, garmin, apple health, heart rate, mental health, therapy, therapist, meditation, body mass
    4 calorie burn, vaccine, genome, dicom, pharmacy, medication, icd 10, snomed, rxnorm, nutritionist, yoga, whoop
    4 withings, weight loss, pharmacology, hormone, menstrual, blood, adverse event, physician, dental, npi, nurse
    4 steps count, running activity, biology health, epidemiology, breathing, personal trainer, workout plan
    4 training plan, trainingpeaks, peloton, mood, care provider, allergy, surgery, radiology, nutritional, supplement
    4 veterinary
    3 bike, condition, nutrition, doctor, ehr, recovery, muscle, age
    2 run, training, activity, pubmed, biomedical, body, activity data, care, treatment, therapy plan, protein intake
    2 diet, stress, dose, ride activity
    1 monitor, daily, trial, personal, exercise plan`,
  'science-research': `
    7 math
    6 research paper, bioinformatics, mathematical, arithmetic, wolfram alpha, spacex
    5 scientific, scholarly, science, physics, chemical, molecular, compound, pubchem, chembl, biology, astronomy
    5 satellite, iss, algebra, wolframalpha, optimization problem, add number, 计算, expression
    4 cell, wolfram, academic paper, nasa, journal article, openalex, citation network, biorxiv, chemistry, molecule
    4 protein, dna, sequence alignment, uniprot, pdb structure, astronomical, asteroid, telescope, mathematics
    4 calculation, calculus, equation, matrix, vector calculus, factorial, fibonacci, gcd, greatest common, integral
    4 derivative, triangle, circle, area of, square root, distribution, numerical, unit conversion, convert unit
    4 quantum computing, qiskit, material science, materials project, crystal, electromagnetic, velocity, acceleration
    4 thermodynamic, kinetic energy, species taxonomy, ecology, geology, fossil, laboratory, experiment data
    4 researcher, dataset science, inchi, smiles, periodic table, linear programming, number theory
    4 standard deviation, mean, median, variance, statistics test, speed of light, electric field, magnetic field
    4 cell biology, neuroscience, hypothesis test, scientific computing, fourier, logarithm, exponent, polynomial
    4 multiply, add two, subtract, divide, eigenvalue, zotero library, inspire hep, peptide, sum of, experimental
    4 addition, array, planet, number
    3 formula, research, solve, quantitative, geometry, paper, arxiv, semantic scholar, scholar, literature review
    3 doi, crossref, bibliography, mars, calculator, calculate, prime, probability, unit converter, matlab, sympy
    3 symbolic, patent search, constant, computation
    2 compute, element, experiment, author, study, academic, simulation, quantum, computational, space, evolution
    2 force, sum, density, orbit, star, mass, distance formula, citation count, abstract, theory, energy level, ratio
    1 data, analysis, convert, citation, value, publication, literature, length, search paper`,
  'legal-government': `
    7 open data, public data, federal
    6 law, regulation, government, open government
    5 city, us, court, patent, parliament, election, public record, municipality, census bureau, crime, fbi
    5 government data, public sector, uspto, fec, bundestag, congressional, federal register
    4 agency, land, brazilian, university, lawsuit, case law, attorney, lawyer, legislation, statute, regulatory
    4 contract law, trademark, copyright, bill vote, senator, voting, data gov, gov data, ministry, politician
    4 political, immigration, gdpr, judge, law enforcement, docket, courtlistener, eu law, city council
    4 official statistics, tender notice, customs tariff, national data, legal case, legal advice, penal, lobbying
    4 treaty, united nations, riksdag, house of representatives, inmate, civil right, statistics bureau
    4 national statistics, insee, citizen, military, naturalization, divorce, jurisdiction, plaintiff
    4 terms of service, privacy policy, property law, inheritance, constitution, gov, uk, indian
    3 policy, district, unofficial, legal, municipal, legal document, criminal, police, open data portal, civil
    3 campaign finance, senate, 企业, french, german, spanish, eu, disclosure, demographic, state
    2 registry, compliance, record, national, congress, ibge, official, state law, department, public, council
    2 territory, official gazette, dataset portal, legal entity, region statistics, act
    1 document, open, federal data`,
  'home-iot': `
    6 iot, mqtt, robot, industrial, device control
    5 sensor, raspberry pi, esp32, microcontroller, ros, ros2, hue, plc, opc ua, 3d printer, kicad, pcb, circuit
    5 hardware design, rtl, electronic, signal processing, printer, schematic
    4 android device, device, camera, smart home, internet of things, arduino, robotics, drone, light bulb
    4 philips hue, thermostat, smart device, home automation, serial port, modbus, firmware, embedded, octoprint
    4 verilog, fpga, oscilloscope, bluetooth, zigbee, knx, gpio, tuya, smartthings, vacuum, garage door, appliance
    4 home device, sonos, led, actuator, homekit, scene light, alexa, google home, wled, component datasheet
    4 datasheet, thingsboard, scada, can bus, jtag, ros topic, servo, esphome, air conditioner, plant care, gardening
    4 plant, lights, brightness, tv remote, lg tv, samsung tv, chromecast, roku, doorbell, xiaomi, mihome, ecobee
    4 edge device, digital twin, machine tool, cnc, gcode, klipper, bambu, door lock, laser
    3 adb, radio, esp8266, nodemcu, garden, controller, controlling, hardware, physical, telemetry data, serial
    3 control
    2 fan, home assistant, turn on, turn off, room temperature, automation rule, motor, electricity
    2 energy consumption, home, smart, voltage
    1 status, room, area, state, control device`,
}
