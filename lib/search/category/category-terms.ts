import type { CategorySlug } from '../../core/catalog/taxonomy'

/**
 * Words and phrases of each category, parted by commas and line ends. Plurals and capitals do not matter; a phrase has
 * at most three words. Chosen by hand; how much each category's terms say is learned. `other` has none.
 */
export const CATEGORY_TERMS: Readonly<Record<Exclude<CategorySlug, 'other'>, string>> = {
  auth: `
    authorization
    passwordless, keycloak, auth0, access control
    oauth, oidc, authentication, clerk, login, sign in, two factor, otp, user management, iam
    openid, saml, sso, okta, logout, identity provider, mfa, 2fa, totp, rbac, active directory, ldap, magic link
    captcha, password, auth
    oauth2, single sign on, authenticate, jwt, kyc, credential, role assignment, realm, user role, access policy
    entra
    modern authentication, identity, permission, access token, api key, biometric, session token, verification code
    whoami, tenant
    role, signin, signup, register user, user account`,
  api: `
    url shortener
    fake data
    modelcontextprotocol, fake rest, openapi, short link, shorten, random data
    api testing, mcp bridge, postman, soap, mcp registry, mcp installer, multiple mcp server, other mcp server
    remote mcp server, echo, mock data, rapidapi, generator, random, shortener
    http response, api tester, user agent parser, string manipulation, rest client, http client, json placeholder
    api directory, api marketplace, mcp inspector, mcp discovery, tool router, rest api, http api endpoint
    api client, grpc, mcp server registry, mcp gateway, mcp proxy, mcp hub, tool discovery, hello world
    mcp boilerplate, barcode, dummy data, kong, sse, validator, external, prototyping, dev, routing, gateway
    aggregate, lorem ipsum
    placeholder image, mcp demo, integrate external, swagger, api gateway, graphql, greeting, mcp template
    example mcp, test mcp, qr code, placeholder, apisix, stdio, apis, hub, rpc, toolbox, dynamic, modern, mcp tool
    api documentation, mcp client, aggregator, tool call, uuid, mock, api integration, middleware, hello, demo
    unified, n8n, link, generate
    example, smithery, external resource, mcp service, endpoint, proxy, rest, restful, api specification
    sample server, mcp server, ping, bridge, user agent, greet, service
    string, external tool, dynamic integration, base64, web service, api, interface, integration, header`,
  webhooks: `
    pipedream
    zapier, make com, integromat, activepieces, dify workflow
    n8n, workflow automation, trigger, ifttt, event stream, callback, message queue, event bus, pubsub, pub sub
    cron, cron job, windmill, temporal, power automate, workato, node red, scheduled job, camunda, bpmn, langflow
    flowise
    webhook, kafka, rabbitmq
    workflow, automate workflow, automation, subscribe, queue, event driven, nats, sqs, sns, schedule task
    business process, rpa
    orchestration, event, automate, subscription, scheduler`,
  code: `
    software development
    code review, code execution, python code, claude code, coding
    codebase, code generation, debugger, ide, jetbrains, shadcn, code snippet, language server, leetcode
    programming, flutter, dependency version, svelte, laravel
    stack overflow, source code, compiler, lint, vscode, vs code, package registry, pip, nuget, react component
    jupyter, sandbox, lsp, coding agent, static analysis, type checking, react native, ios simulator
    latest documentation, developer documentation, storybook, nextjs, dart, kotlin, swift, ui, gitignore, fix, code
    developer, dependency, react
    middleware, stackoverflow, refactoring, debugging, linter, eslint, intellij, xcode, pypi, maven, cargo, crate
    rubygem, tailwind, ui component, component library, api reference, unit test, test case, interpreter
    javascript code, typescript, decompile, unity package, json schema, code search, semver, software engineering
    langserver, ast, tree sitter, e2b, gdb, breakpoint, disassembly, compile, vue, angular, golang, rust, docker
    container, chain of thought, plugin, cline, repl, completion, architectural, tooling, inspect, development
    documentation, framework, python, javascript, component, syntax, execute code, feature flag, class, architecture
    refactor, cursor, npm, package manager, library documentation, notebook cell, regex, rails, spring boot
    environment, software, vibe, executor, function, script, test, testing, java, php, snippet, run code, scaffold
    boilerplate, docs, qa, symbol, coverage, prompt template, template, analyzer, contract, diagram, mermaid
    flowchart
    sonarqube, library, sdk, package, debug, node js, context7, test run, build, project, variable, implement
    windsurf, programmer, bug, simulator, figma to code, method, generate code, application`,
  'version-control': `
    git, github, gitlab, azure devops
    pull request, merge request, repository, diff, git repository, gist, github issue
    bitbucket, commit, branch, release note
    code review, repo, changelog, svn, code host, gerrit, cherry pick, rebase, forgejo, git log, stash, worktree
    issue tracking, version control
    gitee, gitea, issues, comparison, contribution
    merge, fork, tag release, contributor, open source project, staged, blame, clone, conventional commit, review
    patch, version`,
  devops: `
    deployment, azure
    helm, terraform, ansible, github action, openshift, infrastructure as code, circleci, buildkite, devops, coolify
    continuous integration, continuous delivery, bitrise
    kubernetes, pulumi, ci cd, jenkins, argocd, podman, deploy, kubectl, dokploy, nomad, rollback, artifact
    teamcity, travis, cloud, cloud infrastructure, infrastructure
    docker, container, k8s, cicd, gitlab ci, argo, pipeline run, namespace, portainer, rancher, build pipeline
    docker compose, dockerfile, istio, cluster, octopus deploy, harness, docker image, aws, hosting, compute
    cloud resource, admin, provisioning
    environment, build, pod, continuous, sync, ci, auditing, release, registry, cdk
    service, application, archived, environment variable, orchestrate, node pool, configuration management, staging
    sam
    rollout, server, replica`,
  cloud: `
    azure, cloud resource, google cloud, alibaba cloud, cloud platform, cloud run, runpod, cloud cost
    aws, gcp, cloudflare, digitalocean, vercel, heroku, lambda, serverless, ec2, ecs, tencent cloud, virtual machine
    render com, aws cost, proxmox, vmware, vcenter, openstack, website hosting, cloud storage, bucket
    hosting, cloud infrastructure, amazon web services, eks, aliyun, cloud service, vps, dns, linode, hetzner
    oracle cloud, ovh, railway app, fly io, vultr, huawei cloud, cdn, supabase edge, cloudformation, dns record
    subdomain, nameserver, godaddy, kinsta, pantheon, load balancer, elastic compute, durable object, cloudbase
    edgeone, namecheap, registrar, object storage, storage, cloudinary, worker, edge
    cloud, netlify, domain name, domain availability, bedrock agentcore, ssl certificate, amazon, s3, cost explorer
    function, deploy, whois, instance, vpc, subscription resource, droplet, billing account, zone, resource group
    tld, project id
    server, region, hosted, domain, provider, account, resource`,
  'command-line': `
    command line
    shell, terminal, shell command
    powershell, ssh, system command, macos, tmux, iterm, system information, command execution
    terminal command, execute command, cli, applescript, operating system, cpu usage, desktop control, computer use
    network interface, speed test, apple reminder, apple
    zsh, clipboard, linux, remote command, sudo, raycast, shortcut app, wsl, screen capture, window management, cmd
    screenshot, run command, wol, systemd, text to speech, android device, exec, computer, administration, vm
    windows, command
    container, executor, bash, desktop automation, computer control, system info, finder, desktop application
    android, runner, speed, mac, timeout, system, host, os, volume
    mouse, keyboard, process, local machine, kill console, whitelist, system tray, application launch, hardware info
    disk space, native, execute, local, launch
    desktop, memory usage, run`,
  monitoring: `
    observability
    monitoring, cloudwatch, telemetry, performance monitoring
    datadog, sentry, new relic, tracing, opentelemetry, dynatrace, honeycomb, promql, root cause, rollbar
    error tracking, log group, langfuse, sre
    prometheus, grafana, newrelic, log analysis, uptime, incident, alert rule, dashboard panel, elastic apm, on call
    crash report, status page, signoz, bugsnag, zabbix, nagios, jaeger, victoriametrics, netdata, langsmith
    uptime robot, betterstack, coralogix, oncall, apm, last9, operational, metric, logs, troubleshoot
    pagerduty, splunk, alertmanager, health check, axiom, raygun, logql, logfire, visibility, workload, trace
    anomaly, troubleshooting, monitor, exception, span, availability, network monitoring, diagnostic, status
    event, debugging, kubernetes, devops, loki, alert, latency, diagnose, outage, error rate, datasource, profiling
    stack trace, postmortem, heap dump, performance, cpu
    error`,
  security: `
    security
    password, vulnerability, malware, threat, threat intelligence, secret, cybersecurity
    cve, penetration, pentest, shodan, virustotal, osint, firewall, forensic, phishing, vault, wireshark
    attack surface, palo alto, reconnaissance, cryptographic
    exploit, nmap, encryption, audit log, compliance, fuzzing, metasploit, snyk, packet, tshark, sbom, ioc, breach
    zero trust, bloodhound, suricata, guardrail, endpoint protection, bug bounty, ctf, scanner
    virus, encrypt, decrypt, siem, siem rule, burp, ghidra, reverse engineering, intrusion, mitre, yara, sast
    data leak, zscaler, crowdstrike, fortinet, antivirus, dark web, cipher, steganography, red team, nuclei
    prompt pii, radare2, tls certificate, disassemble, hacking, defender, key management, sanction, osquery, kali
    safety, assessment, ssl, encrypted, protect, analyzer, hash, fraud, scan, risk, attack, reputation, suspicious
    private key, certificate, trust, policy, memory dump, investigation
    ida pro, semgrep, frida, detection, exploitation, tls, hacker, zero, intelligence, verification, privacy
    scanning, signature, audit, blacklist, acquisition, network security, finding, sensitive, ip
    binary analysis, safely, injection, secure note, safe, protection, sandbox evasion, acl, vpn, detection rule
    triage rule, url filter, secure
    security group, policy rule, anonymous, privilege`,
  databases: `
    database, mongodb, supabase
    postgres, mysql, redis, cypher, dynamodb, oracle database, mssql, elasticsearch, pinecone, weaviate, milvus
    neon, pocketbase, sql query, graph database, influxdb, greptimedb, oceanbase, starrocks, arangodb, singlestore
    sql, sqlite, postgresql, mariadb, mongo, neo4j, sql server, couchbase, vector database, chromadb, clickhouse
    table schema, database schema, column, tidb, cockroachdb, doris, airtable, key value, stored procedure
    sql statement, typesense, meilisearch, falkordb, memcached, teradata, couchdb
    firestore, cassandra, qdrant, chroma, planetscale, db schema, surrealdb, turso, timescale, questdb, nocodb
    baserow, nosql, foreign key, algolia, memgraph, valkey, firebase, dbhub, dremio, 数据库, hbase, tablestore, convex
    documentdb, bigquery, snowflake, metadata, streaming, apache, libsql, dataverse, table, schema, migration, crud
    db, relational
    graphql, duckdb, prisma, orm, d1, hive, sap hana, trino, time series, querying, query, record, field
    similarity search, vector search, read only query, graph query, spreadsheet, entity
    opensearch, redshift, relationship, collection, row, index, embedding, transaction isolation, select, insert
    upsert, aggregation pipeline, join, vector, shard, replica set, data, store, document
    backup, cache, vector store, key`,
  'data-analytics': `
    data analysis
    analytics, data visualization, databricks, data warehouse, csv, dataset, regression, iceberg, data processing
    redshift, chart, dataframe, statistic, statistical, power bi, metabase, dbt, data pipeline, etl, airbyte, spark
    posthog, mixpanel, data catalog, data science, plausible, kaggle, keboola, antv, graph visualization, lineage
    data exploration, kusto, cube, olap, plotly
    log analysis, snowflake, time series, dashboard, plot, pandas, tableau, powerbi, looker, airflow
    google analytics, ga4, amplitude, correlation, data lake, parquet, kpi, histogram, visualization, open data
    ckan, dune, dagster, data quality, matplotlib, echarts, funnel, cohort, census, eurostat, data governance
    bar chart, pie chart, line chart, umami, matomo, json data, data transformation, jq, data profiling
    sheet analysis, descriptive statistic, world bank, indicator data, chartjs, quickchart, survey, excel
    spreadsheet, machine learning, notebook, population, transformation, reporting, pipeline
    metric, bigquery, apache, table, data, superset, trend analysis, vega, data set, jsonpath, adx, data explorer
    income, question, report, insight, analysis, json, event tracking, data source, exploration, mlb
    aggregate, cluster, metadata, business intelligence, transform, column statistic, outlier, sampling
    data platform, trend
    query, pivot, graph, analyze, measure, summary, source`,
  files: `
    filesystem, file system, file sharing, text file
    directory, google drive, dropbox, file storage, upload file, ipfs, file search, local file, gdrive, file hosting
    file operation, onedrive, file content, list directory, delete file, ftp, zip, pinata, webdav, file manager
    file path, file management, edit file, compress
    cloud storage, storage, folder, download file, box com, read file, write file, move file, copy file, search file
    sftp, blob storage, nextcloud, everything search, rename, storage bucket, disk usage, r2, filestash, wetransfer
    nfs, create directory, backup file, icloud drive, obsidian, editing, reading, filename, sharing, replace, file
    upload, editor, drive
    minio, archive, ripgrep, file editing, note, writing, plain text, compression, path, download, glob
    multiple file
    s3, object storage, grep, attachment, allowed directory, line range, local storage, permission bit, share link
    line number, append, size
    local, read, write, edit, content`,
  documents: `
    pdf, word document, document management
    excel, google doc, epub, pdf form, watermark, file conversion, convert file, paperless
    obsidian, slide, presentation, xlsx, worksheet, workbook, markdown, convert document, table of content
    document processing, paragraph, docusign, e signature, cell range, google slides, document parsing, markitdown
    feishu doc, lark doc, mermaid document, template rendering, resume pdf, invoice pdf, wps, libreoffice, csv to
    text extraction, overleaf, typst, pdf generation, header row, footnote, contract document, form filling
    frontmatter
    docs, document, note, editing, docx, document conversion, pandoc, html to markdown, converter, md, reader, yaml
    page number, convert, text formatting, html, form, parser
    template, spreadsheet, google sheet, powerpoint, pptx, latex, ocr, office, markdownify, formatting, microsoft
    sheet, heading, conversion, format, bold, metadata field, table cell, extract text, parse, letter
    edit, content, cell, page, text, style, export, print`,
  'web-search': `
    web search, brave search, searxng, deep research, web research
    search engine, google search, exa, serper, serpapi, perplexity, search result, serp, search api
    real time search, image search
    bing, duckduckgo, tavily, search the web, jina, linkup, baidu search, current information, bocha, 搜索
    ask question, search tool, quora, semantic search, documentation search, academic paper, keyword, search
    whois, kagi, wikipedia, internet search, online search, you com, metaphor, people search, google scholar search
    semantic search engine, fact check, factcheck, information retrieval, wiki, reddit search, naver, indexing
    research, citation, youtube, pubmed
    query, wikidata, local search, wolfram, encyclopedia, news, google, brave, baidu, searching, web, answer
    relevant result, research topic, find, topic, lookup, result, seo, news article, video content, transcript
    title, biomedical, paper, arxiv
    internet, engine, find information, real time information, knowledge graph search, comprehensive research
    information, discover, retrieve`,
  scraping: `
    crawler, web content
    scraper, scraping, crawl, web scraping, fetch web, html content, website content, web data, anti bot, bypass
    structured data from
    scrape, webpage content, web page content, readability, bright data, oxylabs, sitemap, data extraction, spider
    wayback, beautifulsoup, fetcher, webpage, website, extract
    html, web, crawling, firecrawl, apify, fetch url, extract content, fetch website, web extraction
    url to markdown, fetch html, article extraction, residential proxy, rotating proxy, web archive, llms txt
    page content, scrapy, web unlocker, zenrows, scrapingbee, fetch page, web fetch, fetch content, markdown content
    extract structured, diffbot, retrieve web content, browser, youtube transcript, video transcript, summarization
    rss feed, clean, fetching, extractor, extracting, web page, fetch, extraction
    markdown, page, url content, capture, downloader, snapshot, retrieve content, site, story, hacker news, youtube
    caption
    proxy, content, url, cookie, link, parse html, metadata extraction, selector extraction, structured
    download, text, retrieve`,
  'browser-automation': `
    browser automation
    browser, playwright, puppeteer, chrome, web automation, browser session, browser use, browser profile
    selenium, headless browser, dom, fill form, ui automation, mobile automation, accessibility snapshot
    browser tab, ui testing, web testing, safari, web interaction, visual testing, wcag
    desktop automation, mouse, keyboard, screenshot, webdriver, chromium, firefox, browserbase, click element
    navigate, css selector, xpath, devtools, chrome extension, appium, screenshot page, web page interaction, tap
    swipe, scroll, hover, lighthouse, e2e test, page snapshot, mobile device, app automation, arc browser
    hyperbrowser, iphone, accessibility testing, capturing
    automation, android device, form, capture, web page, cookie, headless, stagehand, emulator, accessibility
    stealth, browsing, element, tab, viewport, user interface
    page, adb, drag, click, selector, type text, console message, interact, javascript execution, automated testing
    device, iframe, navigation
    javascript, web, session`,
  'ai-models': `
    machine learning, computer vision
    gemini, deepseek, mlflow, llm provider, solver, face recognition
    claude api, huggingface, replicate, groq, openrouter, qwen, llama, chat completion, critical thinking
    metacognitive, a2a, lm studio, grok, ai evaluation, pytorch, logic, prolog, thought, clear thought, perspective
    nlp, experiment
    vector database, openai, gpt, anthropic, ollama, hugging face, deep learning, neural network, model inference
    fine tuning, prompt, prompt engineering, sequential thinking, reasoning, problem solving, crewai
    embedding completion, text generation, model context window, vertex bedrock, decision making, cognitive
    consciousness, thinking, classification image recognition, object detection, sentiment, artificial intelligence
    kimi, comfyui workflow, second opinion, brainstorm, eval, weights biases, tensorflow, transformer, agentic
    swarm, ask user, facial recognition, llm rag evaluation, cohere, watsonx, rag, human, classification
    recognition, ml, algorithm, constraint, face, context window, evaluate, ai model
    chain of thought, gpt 4, chatgpt, mistral, training, structured thinking, agent orchestration, langchain
    generative, vllm, debate, hypothesis, argument, chatbot, chat, solve, modal, prediction, generate text, vision
    llms, audio, image generation, image analysis
    framework, think tool, persona, decision, complex predict, train, cognition, analysis framework, multimodal
    orchestrate image analysis, large language model, language model, ai agent, agent, model, ai, problem
    interactive
    step by step, temperature, summarize, ai assistant, intelligent`,
  'knowledge-memory': `
    knowledge base, knowledge management
    memory, knowledge graph
    rag
    note, memory bank, notion, logseq, readwise, conversation history, note taking, knowledge
    semantic search, think tool, roam, zettelkasten, confluence, retrieval augmented, semantic memory
    long term memory, persistent context, mem0, second brain, bear note, joplin, outline, zotero, personal knowledge
    memory storage, mind map, chat history, siyuan, ragie, flashcard, journal, basic memory, llamacloud
    agent memory, maintain
    vault, obsidian, wiki, reasoning, structured thinking, thought, evernote, anki, persistent memory, remember
    recall, onenote, bookmark, contextual memory, mindmap, entity relation, store memory, raindrop, zep, graphiti
    coda, guru, slite, gitbook, capacities, session context, project context, digital garden, document index
    ingest document, continuity, organized, storing, kb, sparql, unstructured, memo, persistent
    library, documentation search, session, wiki page, highlight, supernote, daily note, obsidian vault, contextual
    hackmd, context, organize, block, concept
    index, embedding, store, page, search, retrieve, apple notes, vectorize, retrieval, observation
    remember information, backlink, document search, annotation, learned, save, semantic
    content, information, entity, chunk, tag, workspace`,
  messaging: `
    slack, whatsapp, phone number
    discord, telegram, messaging, push notification
    chat, message, imessage, notification, zoom, meeting, dingtalk, telephony, meeting transcript, ntfy
    direct message
    telegram bot, sms, microsoft teams, teams, twilio, wechat, send message, feishu, mattermost, vonage, pushover
    zulip, vapi, telnyx, nostr, collaboration, phone, bot, communication
    chatbot, chat app, wecom, line line messaging, chat room, lark, rocket webex, viber, chatwork, otter, kakaotalk
    qq, xmpp, bluebubbles, recall meeting, infobip, publish, voice, standup, sending, call, channel, thread, room
    discord bot, video conferencing, fireflies, cisco, presence, contact, notify, inbox, dm, call recording
    participant, text message, mention, workspace channel, asana, intercom
    attachment, signal, reply, server member, conversation message, emoji, voicemail, broadcast, send, group
    history, poll
    reaction, user`,
  email: `
    email, gmail, temporary email
    outlook, mail, mailgun, resend, email address, send email, email verification, google workspace, google calendar
    inbox, e mail, mailbox, postmark, email validation, email account, mailtrap, agentmail
    microsoft, meeting, imap, smtp, sendgrid, unread, draft email, protonmail, fastmail, email template, temp mail
    exchange server, cold email, spam, email thread, mx record, activecampaign, convertkit, ses, bulk
    attachment, reply, newsletter, disposable email, email marketing, klaviyo, transactional, gsuite, label
    recipient, sender, bcc, deliverability
    thread, contact, mailchimp, draft, cc, subject line, forward, unsubscribe, compose
    message, send`,
  calendar: `
    holiday
    calendar, current time, current date, datetime, public holiday, non working day, time server, liturgical
    google calendar, 时间, namedays, clock, iso 8601
    appointment, timezone, date time, calendly, availability slot, meeting schedule, reminder, timestamp, caldav
    free busy, unix timestamp, day of week, 日历, lunar, date calculation, convert time, time conversion
    event scheduling, ical, alarm, pomodoro, relative time, add day, venue
    event, time zone, cal com, countdown, calendar event, schedule, booking, recurring, day
    availability, date, scheduling, rsvp, time, invite, upcoming event
    attendee, month, week, slot, hour`,
  'project-management': `
    linear, google task
    productivity, project management, jira, monday com, todoist, backlog, test management
    issue tracking, clickup, task manager, task list, redmine, subtask, time tracking, time entry, clockify
    user story, project planning, productboard, roadmap, board item
    issues, plane so, harvest, asana, trello, todo, to do, sprint, ticktick, youtrack, basecamp, toggl, shrimp task
    agile, scrum, epic, work item, shortcut story, notion task, gantt, checklist, wrike, issue tracker
    microsoft planner, taskade, fibery, vikunja, teamwork, reminder list, miro, stakeholder, atlassian, azure board
    notion project
    standup, task management, kanban, milestone, things app, taskwarrior, task master, omnifocus, smartsheet
    openproject, whiteboard, plane, requirement, story, deadline, work log, goal
    project, workspace, teams, habit, task, board, assignee, ticket, card, workflow state, cycle, worklog, assign
    comment, tracking, update
    dependency, organize, due date, priority, team member, plan, list, progress`,
  business: `
    job board
    customer support, marketing, campaign, tender
    crm, salesforce, lead, zendesk, facebook ads, advertising, job search, procurement
    job, attio, sales, servicenow, itsm, advertiser, recruitment, candidate, employee, dynamics 365, clearbit
    audience, lead generation, customer data, vacancy, insurance, freelance, wordpress, gohighlevel, contentstack
    incident, google analytics, hubspot, sales pipeline, deal, support ticket, freshdesk, intercom, helpdesk
    help desk, google ads, seo, semrush, search console, prospect, customer relationship, contact enrichment
    company information, company data, business data, job posting, hiring, recruiter, hr, human resource, payroll hr
    bamboohr, workday, greenhouse, erp, odoo, netsuite, apollo io, b2b, landing page, content marketing
    customer feedback, typeform, job listing, applicant, google play, app store optimization, market research, brand
    influencer, business intelligence report, kvk, firmographic, career, cms, contentful, sanity, strapi, storyblok
    webflow, wix, ghost, blog post, crunchbase, product review, loyalty, customer service, close io, copy ai
    sponsor, ads, domain authority, google business, review response, marketo, customer io, fundraising, donor
    nonprofit, supplier, supply chain, fleet management, customer, company
    aggregator, survey, backlink, email marketing, ticket, pipedrive, zoho, ad campaign, meta ads, keyword research
    ahrefs, outreach, company search, resume, sap, ad performance, interview, app store, competitor
    competitor analysis, company registry, companies house, content management, startup, product hunt
    website builder, invoice, organization, agency, enrichment, ad, skill
    record, teams, contact, account manager, pipeline stage, conversion rate, enterprise, professional
    agent support, account record, visitor, employee record, rank, feedback, post
    service, report, keyword, business, engagement, industry, traffic, website traffic, owner, platform`,
  ecommerce: `
    mercado libre, merchant, shipment, parcel
    ecommerce, e commerce, product catalog, woocommerce, amazon product, etsy, product search, gift card, shipping
    shop, marketplace, bitrefill, print on demand, lazada, shopee
    shopify, commerce, cart, magento, ebay, mercadolibre, aliexpress, online store, order management, inventory
    price comparison, coupon, discount, retailer, tracking number, delivery, walmart, taobao, tmall, jd com
    buy product, bigcommerce, fashion, clothing, courier, logistics delivery, package tracking, product price
    outfit, gift, second hand, product detail, best deal, furniture, promo code, wishlist, sku, medusa, saleor, vtex
    prestashop, waybill, product, order, seller, buy
    deal, shopping, shopping cart, checkout, order status, fulfillment, storefront, supermarket, product information
    auction, offer
    review, price, stock level, catalog, variant, refund, brand product, sell
    collection, store, brand, customer order, purchase, item, recommend, cheap, quantity`,
  payments: `
    payment
    banking, accounting
    stripe, paypal, expense
    budget, bank account, plaid, xero, quickbooks, ynab, mercado pago, payment link, lithic
    invoice, tax, invoicing, billing, open banking, vat, razorpay, credit card, personal finance, ledger, chargebee
    lightning, fintech, paddle, paystack, upi, iban, moneybird, lunchmoney, monarch money
    e commerce, refund, subscription billing, checkout session, payout, adyen, mollie, card payment
    transaction categorization, bookkeeping, freee, payroll, chargebacks, lightning network, paid api, micropayment
    usdc payment, lemon squeezy, cashfree, alipay, wechat pay, revenuecat, monetization, pricing plan, bank transfer
    splitwise, balance sheet account, debit, mortgage payment, payment gateway, spending, journal entry
    trial balance, financial data, financial, spend, transaction, balance, financial transaction
    subscription, receipt, x402, bank, account transaction
    account, customer, bill, pay, charge, customer payment, license key, meter, credit note, cash flow, price plan
    currency amount, purchase order, cost
    fee, amount, fund, transfer, monthly`,
  'finance-markets': `
    stock
    exchange rate, currency conversion
    stock market, market data, yahoo finance, alpha vantage, sec edgar, portfolio, trading, etf, currency exchange
    foreign exchange, treasury, economic data, fred, financial analysis, commodity, precious metal, equity
    tradingview
    financial data, financial, stock price, stock quote, ticker, earnings, investment, investor, trade, mutual fund
    forex, bond, economic indicator, federal reserve, technical indicator, financial statement, fundamental, alpaca
    financial modeling prep, polymarket, kalshi, akshare, kospi, insider trading, analyst, sharpe, currency rate
    convert currency, finnhub, zerodha, financial market, financial information, currency
    company information, company, banking, sec filing, 10 k, income statement, balance sheet, cash flow statement
    dividend, broker, brokerage, option chain, option trading, interest rate, inflation, gdp, moving average, rsi
    macd, valuation, candlestick, ohlc, metatrader, interactive brokers, backtest, hedge fund, polygon io, nasdaq
    nyse, gold price, loan, mortgage, compound interest, credit score, return on investment, net present value
    prediction market, a share, tushare, 股票, price target, market cap, wealth, risk analysis, financial report
    retirement, order book, venture capital, financial advisor, roi, macroeconomic, filing, finance, rate, holdings
    historical
    price, fund, ipo, quantitative, trader, pricing, futures, market, economic, asset, position, historical price
    dart, volume, risk, index, order, kite, share, volatility, return, profit, analyst rating, sector, capital
    economy
    performance, exchange, quote, value, growth, interest, yield`,
  crypto: `
    cryptocurrency
    crypto
    blockchain, bitcoin, ethereum, solana
    exchange, wallet, on chain, onchain, dex, swap, binance, coinmarketcap, etherscan, hyperliquid, pump fun
    digital asset, multichain
    x402, coincap, smart contract, defi, nft, token, token price, coingecko, polygon, arbitrum, base chain, mempool
    erc 20, liquidity pool, block explorer, memecoin, cross chain, sui, starknet, chainlink, dao, airdrop, usdc
    stablecoin, bybit, ccxt, rug pull, raydium, testnet, cardano, algorand, honeypot, defillama, whale, moralis
    alchemy, coin, kucoin, fear greed
    validator, account, market data, trading, trade, openzeppelin, btc, eth, web3, coinbase, uniswap, staking, stake
    gas price, gas fee, erc721, token transfer, wallet address, transaction hash, private key wallet, meme coin
    bridge token, ton, tron, near protocol, aptos, cosmos, ens, crypto exchange, altcoin, usdt, okx, kraken
    rpc node, contract address, abi, token holder, jupiter, layer 2, mainnet, ordinal, satoshi, xrp, hedera, bnb
    lens protocol, wei, delegator, epoch, goplus, tvl, monad, ipfs nft, sei, gate io, rootstock, nervos
    flow blockchain, chain id, sol, dex screener, dexscreener, jup, lightning node, pool, chain
    block, order, price, transaction, currency, evm, erc20, solidity, farcaster, inscription, avalanche, thirdweb
    holders, node, tracker, token balance, mint, liquidity, address
    slot, ledger, balance, transfer, market cap, yield, stellar, address balance, contract, network fee, gas
    protocol, pair, lamport, network
    decentralized`,
  'maps-location': `
    geocoding, ip geolocation, ip address
    map, zip code
    location, openstreetmap, mapbox, postcode, geospatial, kakao map, location data, country, city
    geocode, latitude, longitude, coordinate, place search, postal code, zipcode, geolocation, gis, elevation
    address validation, country data, what3words, geonames, neighborhood, geography, administrative division, street
    land, nearby, reverse
    address, google map, reverse geocode, geocoder, nearby place, poi, point of interest, ip location, amap
    baidu map, geojson, distance matrix, property listing, zillow, address lookup, isochrone, satellite imagery
    arcgis, country information, landmark, timezone location, region boundary, tile, apartment, rental property
    house, ip info, geographic, capital city, census tract, terrain, google places, walking distance, brazilian
    mapping, worldwide, locate, place, state and city, ip
    region, real estate, qgis, yelp, local business, place detail, street view, boundary, property, foursquare
    postal, geo, us, radius, direction, address autocomplete, district
    zone, local, spatial, area, route, address search, proximity
    search, find, distance, point, near`,
  travel: `
    transport for
    travel, flight, vehicle
    airport, trip, transit, public transport, metro, 12306
    train, traffic, transport, airline, transportation, vacation, uber, amadeus, aviation, aircraft, vessel, arrival
    ais, passenger
    hotel, airbnb, itinerary, railway, bus, route planning, tripadvisor, destination, tourism, accommodation, subway
    cruise, departure, ferry, national park, travel planning, turn by turn, timetable, visa requirement, fuel price
    electric vehicle, duffel
    booking, route, transit feed, booking com, public transit, navigation route, tourist, attraction, car rental
    rental parking, lyft, taxi, skyscanner, flightradar24, gtfs, vin, ev charging, charging station, bike share
    station board, camping, hostel, restaurant reservation, driving direction, license plate, hiking, trail, boat
    boating, tesla, toll, gas station, automotive, expedia, realtime, global, ride, journey, station, mobility, fare
    passport
    google map, locate, bike, bicycle, authority, korea, delay, car, road, ship, itinerary planning, guest, park
    drive, schedule, ticket, location, area, seat, tour, stop, line status, stay, departure time, ticket price
    speed limit, vehicle model, restaurant, planner
    plan, city, direction, distance, reservation, driver`,
  weather: `
    weather
    weather forecast, weather data
    air quality, meteorological
    forecast, climate, noaa, carbon footprint, emission, weather station, co2
    storm, uv index, weather alert, pollen, wildfire, weather condition, weatherapi, open meteo, carbon, energy
    temperature, current weather, openweathermap, humidity, wind speed, precipitation, rain, hurricane, tide
    earthquake, meteorology, accuweather, pollution, snow, aqi, 天气, flood, nws, environment data, sustainability
    electricity grid, renewable energy, solar energy, air pollution, surf, radar weather, greenhouse gas, seismic
    volcano, drought, avalanche forecast, water level, grid, radar, condition
    worldwide, openweather, sunrise, sunset, biodiversity, ecosystem, environmental, solar, sensor
    environment, location, city, ocean, wind, celsius, outdoor, alert for state, humidity level, moon, planet earth
    atmospheric, national, hourly
    current, daily`,
  news: `
    news
    newspaper
    headline, rss, hacker news, hot list, trending news, new york times, guardian, news feed, google trend, geeknews
    hackernews, journalism, breaking news, magazine, press release, news api, google news, atom feed, feed reader
    bbc, latest news, news source, newsletter digest, 新闻, 热榜, current affair, podcast news, gdelt, the verge, feedly
    freshrss, trend hub, hot search, wired, cnn, reuters, media coverage, aihub, zhihu hot, arxiv news, blog feed
    reader, rss feed, story, news article, trending topic, current event, opml, 热搜, weibo hot, blog, latest
    trend, tech news, article, trending, publisher, daily digest, hot topic, editorial, publication
    read, topic, update, feed, media, popular, digest, top`,
  social: `
    instagram, social media, social network
    twitter, bluesky, social
    post, x com, linkedin, facebook, reddit, tiktok, mastodon, pinterest, 小红书, follower, tumblr, vk, social platform
    post tweet, meetup, retweet, publishing
    quora, share, tweet, threads api, weibo, hashtag, social post, facebook page, community forum, discourse
    influencer profile, user post, social account, fediverse, bilibili user, lemmy, snapchat, hootsuite
    social content, viral, nostr note, dating, atproto, patreon, twitch chat, stocktwits, farcaster cast
    engagement rate, karma, xhs, user profile
    publish, feed, trending, subreddit, xiaohongshu, rednote, zhihu, forum, douyin, posting, profile, follow
    community, member, schedule post
    account, mention, comment, linkedin profile, timeline, meta threads, like, repost, publish post, direct post
    upvote
    content, user, audience, friend`,
  'media-video': `
    anime
    movie, video generation, star war
    quote, video, film, tmdb, manga, television, animation, animated, trakt, waifu
    tv show, netflix, vimeo, plex, tv, trailer, episode, video analysis, gif, cinema, luma, heygen, avatar video
    movie recommendation, media processing, meme
    streaming, video transcript, tv series, imdb, transcript youtube, caption, video editing, davinci resolve
    premiere, jellyfin, video download, playlist video, video clip, video metadata, capcut, media server
    video video platform, live obs, giphy, sonarr, radarr, box office, sora, veo, runway, kling, digital human
    celebrity, documentary, screenplay, screen recording, webcam, vod, ott, theater, watch provider, manim, remotion
    media file, popular tv, text to video, image to video, 视频, mal, cartoon, series
    youtube transcript, youtube, subtitle, ffmpeg, bilibili, yt dlp, after effects, video content, rick and morty
    actor, entertainment, scene, rendering, show
    media, twitch, avatar, camera, title, season, thumbnail, genre, duration, timeline editing, cast
    download, content, channel, stream, transcript, watch, frame, play, title search`,
  'audio-speech': `
    music
    song, lyrics, midi, soundcloud, ableton, discogs
    speech to text, artist, last fm, musicbrainz, chord, guitar, reaper, musical, deezer, band, genius
    music generation, suno, radio station, spoken, speak, wav, itunes
    tts, speech recognition, transcription, album, playlist, apple music, melody, sound, whisper, voice clone, radio
    concert, instrument, daw, sound effect, supercollider, synthesizer, shazam, audio generation, music theory
    karaoke, setlist, speaker diarization, audio track, dj, recording, 语音, minimax speech, kokoro, voicevox
    assemblyai, deepgram, tempo, pitch, mp3, audio player, singer, gig ticket, piano, music player
    text to speech, voice, genre, spotify, audio, podcast, elevenlabs, track, voice synthesis, speech, transcribe
    microphone
    event, library, audio file, audio processing, queue track, listen, playing, tune, wave, composer, release group
    narrator, sing, rhythm, bpm, festival
    play, playback, volume control, beat, pause, track list`,
  'images-design': `
    photo, figma, icon, creative
    image, image generation, generate image, text to image, stable diffusion, unsplash, pexels, photography
    3d model, art, background removal, adobe, stock photo
    image editing, design, drawing, svg, color, flux, midjourney, comfyui, blender, photoshop, illustrator
    ui design, museum, draw io, remove background, upscale, wallpaper, penpot, gallery, design system, illustration
    bim, ifc, crop, recraft, ideogram, leonardo, getty, flickr, imgur, architecture design, drawio, 图像
    museum collection, spline, palette, visual design
    gif, picture, diagram, draw, canvas, colour, color palette, font, dall e, pixabay, photograph, openscad, gimp
    graphic, painting, plantuml, thumbnail image, mesh, render scene, sketch app, wireframe, mockup, artist work
    web design, design token, visual art, image format, image description, screenshot to code
    building information modeling, grasshopper, houdini, zbrush, bitmap, resize image, gravatar, tattoo
    interior design, graphviz, d2 diagram, mind mapping, infographic, photorealistic, 图片, 绘图, exhibit, sculpture
    graphic design, shader, screenshot image, three js, nasa, generating, stunning, visual, resize
    cloudinary, style, replicate, excalidraw, logo, 3d, freecad, ux, uml, imagemagick, image url, material
    image analysis, autocad, revit, maya, pixel, exif, imagen, cultural heritage, cultural, upscaling
    vector graphic, generate
    template, avatar, frame, scene, image processing, mermaid, flowchart, cad, rhino, sketchup, artwork, image file
    sprite, layer, rectangle, layout, texture, filter image, prompt image, object transform, stroke, opacity
    camera angle, collage, creativity, generation
    cube, format, shape, render, geometry, aspect ratio, jpg, resolution, create, style guide, width, height`,
  games: `
    game
    minecraft, pokemon, joke
    steam
    quote, rock paper scissors, digimon, game server, gaming, chess, dungeon, board game, video game, puzzle
    magic the gathering, scryfall, chuck norris, comic, dog, cat, pet, inspirational quote, fun fact, runescape
    final fantasy, dota, guild, monster, species
    random, meme, imgflip, mmo, villain, card data, unity, unreal engine, godot, roblox, dice, rpg
    league of legends, riot games, valorant, fortnite, player stats, sudoku, card game, deck of cards, poker
    horoscope, astrology, 八字, marvel, cat fact, dog picture, cat picture, animal, random fact, advice, personality
    mbti, hearthstone, world of warcraft, genshin, xbox, nintendo, level editor, random number, roll dice
    dark jokes, op gg, counter strike, eve online, mob, tactic, clash royale, clash of clans, brawl stars, bungie
    pubg, giant bomb, rawg, amiibo, gameplay, player
    question, avatar, play, picture, sprite, dnd, dungeons dragons, tabletop, trivia, quiz game, crossword
    wordle, lottery, meme joke, tarot, zodiac, bazi, superhero, dc comics, random quote, compliment, numerology
    fortune, tic tac toe, warcraft, playstation, emulator game, blueprint, gameobject, prefab, actor spawn
    unity editor, game engine, kahoot, fan, yugioh, ygo, csgo, hero, quest, character build, coin flip, magic 8
    pirate, playful, lego, destiny 2, overwatch, gacha, elden ring, speedrun, neko, wildlife, legend, war, universe
    unofficial
    card, entertainment, poke, unreal, esports, insult, zoo, harry potter, breed, deck, level, character
    achievement, world, move, party, fact
    teams, rank, star war, fun, collectible, match history, inventory item, spawn, leaderboard, dream, hero item
    daily quote
    formula, scene, score, fantasy, character name`,
  sports: `
    sport, football, odds
    basketball, athlete, player statistics, tournament
    soccer, nba, nhl, formula 1, f1, cricket, golf, hockey, premier league, league standings, standings
    fantasy football, betting odds, sports betting, championship, sports data, league
    score, racing, race result, tennis, rugby, fantasy league, match result, live score, olympics, team roster
    cycling race, chess com rating, ufc, boxing, horse racing, nascar, balldontlie, espn, volleyball, ski resort
    fpl, stadium, squash, marathon, motogp, handball, season stats, ncaa, strava segment, sportradar, sports event
    playoffs, grand prix, pitcher, quarterback, team first robotics, frc, lap, club
    statistic, player, mlb, world cup, upcoming, betting, fixture, match, stats
    teams, draft, season, game, baseball, nfl, coach, roster, game schedule, win, competition, driver standing
    referee, goal scored, ranking
    schedule`,
  food: `
    beer
    recipe, ingredient
    food, grocery, nutrition, cocktail, coffee, drink, menu, brewery, whisky, spoonacular, open food facts
    food product, fruit, taco, kroger, foodish
    nutrition fact, wine, cuisine, dish, cook, calorie, diet plan, barcode food, dining, espresso, kitchen, bakery
    baking, vegan, vegetable, doordash, ubereats, reservation opentable, opentable, resy, 菜谱, tea, snack, food item
    beverage, mealdb, yazio, allergen, fridge, swiggy, zomato, instacart, cheese, howtocook
    cooking, meal, meal plan, pizza, food delivery, burger, food tracker
    delivery, restaurant, chef, serving, portion, taste, flavor, table reservation, recipe search
    plan, product, dietary, eat, weekly, preference`,
  'education-language': `
    translation, bible
    synonym, thesaurus, text analysis, canvas lms, school, learning, book, poetry, quran, bhagavad gita
    deepl, language learning, dictionary, antonym, spelling, pronunciation, sentiment analysis, detect language
    google classroom, teacher, tutor, education, educational, gutenberg, poem, hadith, natural language processing
    named entity, edtech, localization, chinese character, assignment, edubase, historical event
    translate, translator, definition of word, grammar, language detection, course, student, moodle, lms, classroom
    homework, flash card, library book, goodreads, open library, torah, scripture, novel, isbn, word count
    transliteration, multilingual, etymology, lexicon, curriculum, teaching, learner, coursera, essay, hymn, prayer
    church, jw org, language model text, i18n, crowdin, lokalise, weblate, plagiarism, proofread, writing style
    spell check, urban dictionary, wordnet, readability score, pinyin, kanji, japanese language, english word
    paraphrase, word frequency, text classification, keyword extraction, ebook, calibre, kindle, library catalog
    history lesson, philosophy, museum education, monarch, historical figure, anagram, palindrome, proverb
    topics learning, sentence
    text, summarization, nlp, vocabulary, lesson, quiz, university, college, verse, literature, rhyme, udemy
    word meaning, sefaria, translate text, scholarship, lecture, korean, chinese, explanation, personalized, exam
    study, english
    letter, history, religious, royal, author, language, word, read book, chapter, teach, learn, text processing
    character count, summarize text, publisher book, culture, passage
    write, content, topic, level, phrase, translated, glossary, syllable, explain`,
  health: `
    covid 19
    health, medical, clinical trial, fda, healthcare, fitness, workout, covid, health data
    medicine, clinical, patient, drug, fhir, disease, diagnosis, symptom, exercise, strava, oura, fitbit, sleep
    wellness, bmi, gene, genomic, cancer, medlineplus, hevy, weight, biomarker, medicare, intervals icu
    hospital, gym, garmin, apple health, heart rate, mental health, therapy, therapist, meditation, body mass
    calorie burn, vaccine, genome, dicom, pharmacy, medication, icd 10, snomed, rxnorm, nutritionist, yoga, whoop
    withings, weight loss, pharmacology, hormone, menstrual, blood, adverse event, physician, dental, npi, nurse
    steps count, running activity, biology health, epidemiology, breathing, personal trainer, workout plan
    training plan, trainingpeaks, peloton, mood, care provider, allergy, surgery, radiology, nutritional, supplement
    veterinary
    bike, condition, nutrition, doctor, ehr, recovery, muscle, age
    run, training, activity, pubmed, biomedical, body, activity data, care, treatment, therapy plan, protein intake
    diet, stress, dose, ride activity
    monitor, daily, trial, personal, exercise plan`,
  'science-research': `
    math
    research paper, bioinformatics, mathematical, arithmetic, wolfram alpha, spacex
    scientific, scholarly, science, physics, chemical, molecular, compound, pubchem, chembl, biology, astronomy
    satellite, iss, algebra, wolframalpha, optimization problem, add number, 计算, expression
    cell, wolfram, academic paper, nasa, journal article, openalex, citation network, biorxiv, chemistry, molecule
    protein, dna, sequence alignment, uniprot, pdb structure, astronomical, asteroid, telescope, mathematics
    calculation, calculus, equation, matrix, vector calculus, factorial, fibonacci, gcd, greatest common, integral
    derivative, triangle, circle, area of, square root, distribution, numerical, unit conversion, convert unit
    quantum computing, qiskit, material science, materials project, crystal, electromagnetic, velocity, acceleration
    thermodynamic, kinetic energy, species taxonomy, ecology, geology, fossil, laboratory, experiment data
    researcher, dataset science, inchi, smiles, periodic table, linear programming, number theory
    standard deviation, mean, median, variance, statistics test, speed of light, electric field, magnetic field
    cell biology, neuroscience, hypothesis test, scientific computing, fourier, logarithm, exponent, polynomial
    multiply, add two, subtract, divide, eigenvalue, zotero library, inspire hep, peptide, sum of, experimental
    addition, array, planet, number
    formula, research, solve, quantitative, geometry, paper, arxiv, semantic scholar, scholar, literature review
    doi, crossref, bibliography, mars, calculator, calculate, prime, probability, unit converter, matlab, sympy
    symbolic, patent search, constant, computation
    compute, element, experiment, author, study, academic, simulation, quantum, computational, space, evolution
    force, sum, density, orbit, star, mass, distance formula, citation count, abstract, theory, energy level, ratio
    data, analysis, convert, citation, value, publication, literature, length, search paper`,
  'legal-government': `
    open data, public data, federal
    law, regulation, government, open government
    city, us, court, patent, parliament, election, public record, municipality, census bureau, crime, fbi
    government data, public sector, uspto, fec, bundestag, congressional, federal register
    agency, land, brazilian, university, lawsuit, case law, attorney, lawyer, legislation, statute, regulatory
    contract law, trademark, copyright, bill vote, senator, voting, data gov, gov data, ministry, politician
    political, immigration, gdpr, judge, law enforcement, docket, courtlistener, eu law, city council
    official statistics, tender notice, customs tariff, national data, legal case, legal advice, penal, lobbying
    treaty, united nations, riksdag, house of representatives, inmate, civil right, statistics bureau
    national statistics, insee, citizen, military, naturalization, divorce, jurisdiction, plaintiff
    terms of service, privacy policy, property law, inheritance, constitution, gov, uk, indian
    policy, district, unofficial, legal, municipal, legal document, criminal, police, open data portal, civil
    campaign finance, senate, 企业, french, german, spanish, eu, disclosure, demographic, state
    registry, compliance, record, national, congress, ibge, official, state law, department, public, council
    territory, official gazette, dataset portal, legal entity, region statistics, act
    document, open, federal data`,
  'home-iot': `
    iot, mqtt, robot, industrial, device control
    sensor, raspberry pi, esp32, microcontroller, ros, ros2, hue, plc, opc ua, 3d printer, kicad, pcb, circuit
    hardware design, rtl, electronic, signal processing, printer, schematic
    android device, device, camera, smart home, internet of things, arduino, robotics, drone, light bulb
    philips hue, thermostat, smart device, home automation, serial port, modbus, firmware, embedded, octoprint
    verilog, fpga, oscilloscope, bluetooth, zigbee, knx, gpio, tuya, smartthings, vacuum, garage door, appliance
    home device, sonos, led, actuator, homekit, scene light, alexa, google home, wled, component datasheet
    datasheet, thingsboard, scada, can bus, jtag, ros topic, servo, esphome, air conditioner, plant care, gardening
    plant, lights, brightness, tv remote, lg tv, samsung tv, chromecast, roku, doorbell, xiaomi, mihome, ecobee
    edge device, digital twin, machine tool, cnc, gcode, klipper, bambu, door lock, laser
    adb, radio, esp8266, nodemcu, garden, controller, controlling, hardware, physical, telemetry data, serial
    control
    fan, home assistant, turn on, turn off, room temperature, automation rule, motor, electricity
    energy consumption, home, smart, voltage
    status, room, area, state, control device`,
}
