import { splitIdentifier, wordsOf } from '../../core/text/words'

// A product with an account or a store of its own, in which people keep what a tool works on. A line holds the words of
// one product, or of products of one account; only words that hardly mean anything else.
const PRODUCTS = `
github
gitlab
bitbucket
gitea
gitee
jira confluence atlassian
linear
trello
asana
clickup
todoist
ticktick
backlog
redmine
youtrack
plane
zendesk
freshdesk
intercom
servicenow
pagerduty
opsgenie
notion
obsidian
logseq
evernote
joplin
coda
airtable
lark feishu bitable
mediawiki wikipedia
esa
google gmail gcal gdrive googlecalendar googledrive googledocs googlesheets
microsoft outlook onedrive onenote sharepoint msgraph
apple icloud
dropbox
slack
discord
telegram
whatsapp
wechat
mattermost
twitter
mastodon
bluesky
linkedin
facebook
instagram
reddit
discourse
hubspot
salesforce
pipedrive
zoho
attio
stripe
paypal
xero
quickbooks
moneybird
shopify
woocommerce
magento
contentful
strapi
wordpress
webflow
directus
mailchimp
postgres postgresql
mysql mariadb
mssql sqlserver
sqlite
turso
oracle
firebird
timeplus
duckdb motherduck
cassandra
influxdb
mochow
starrocks
tidb
redshift
clickhouse
bigquery
snowflake
databricks
mongodb mongo
redis
neo4j
elasticsearch
opensearch
qdrant
chroma chromadb
pinecone
weaviate
milvus
supabase
firebase firestore
pocketbase
airflow
keycloak
clerk
auth0
okta
aws s3 dynamodb
gcp
azure
cloudflare
vercel
netlify
digitalocean
hostinger
akave
greenfield gnfd
keboola
kubernetes
docker
jenkins
sentry
datadog
grafana
newrelic
figma
canva
spotify
zoom
calendly
dify
productboard
paperless
inkdrop`

const PRODUCT_OF = new Map<string, string>()
for (const line of PRODUCTS.trim().split('\n')) {
  const words = line.split(' ')
  for (const word of words) PRODUCT_OF.set(word, words[0] as string)
}

/** The known products that a name or a text mentions, each once. */
export function productsIn(text: string): string[] {
  const words = wordsOf(splitIdentifier(text))
  return [...new Set(words.flatMap((word) => PRODUCT_OF.get(word) ?? []))]
}
