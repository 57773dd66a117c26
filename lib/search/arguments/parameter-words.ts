/** Names that mean the same as a whole, without spaces and other separators. */
export const SAME_MEANING = [
  'q query search searchquery searchterm searchterms searchtext searchstring searchphrase keyword keywords term terms',
  'query question querytext prompt',
  'query sql sqlquery statement',
  'url uri link href website webpage weburl pageurl websiteurl siteurl targeturl',
  'limit count n num size top topk k take maxresults maxcount maxitems numresults numberofresults pagesize perpage',
  'page pagenumber pagenum pageno pageindex',
  'offset skip startindex',
  'path filepath fullpath absolutepath file filename',
  'path dir directory folder dirpath directorypath folderpath',
  'text content contents message input body inputtext textcontent',
  'prompt instruction instructions input',
  'title subject headline',
  'city location place town',
  'symbol ticker stock stocksymbol tickersymbol stockticker stockcode',
  'lang language locale',
  'from origin source departure',
  'to destination target arrival',
  'to recipient recipientemail toemail toaddress',
  'expression expr formula equation',
  'timezone tz',
  'command cmd',
  'username user login handle',
  'email emailaddress mail',
  'code script snippet sourcecode',
]
/** Words that mean the same in any position of a name. */
export const SAME_WORD = [
  'id identifier uid',
  'url uri link',
  'document doc',
  'repository repo',
  'organization organisation org',
  'language lang',
  'message msg',
  'image img picture photo',
  'database db',
  'directory dir folder',
  'maximum max',
  'minimum min',
  'latitude lat',
  'longitude lon lng long',
  'text content',
]
/** Words that mean the same beside others: `start_date` and `from_date`, but not `start` and `source`. */
export const SAME_BESIDE = [
  'from start begin source src origin since base after',
  'to end until before target destination dest dst finish quote',
  'date time datetime timestamp day',
]
export const OPPOSITES = (
  'from to,start end,source target,origin destination,after before,since until,maximum minimum,old new,first last,' +
  'x y,x z,y z,a b,row column,width height,latitude longitude,input output,key value,username password,title body'
)
  .split(',')
  .map((pair) => pair.split(' '))
export const SAYS_NOTHING = new Set('value string str param parameter arg argument the of your my given'.split(' '))
export const KINDS = new Set('id name code number key type'.split(' '))
export const SEARCHED = new Set('q query search keyword term question topic'.split(' '))
export const TEXTS = new Set(
  'text content message input prompt instruction sentence description body task request'.split(' '),
)
/** Last words of names of strings with a specific format, which are no text to search for. */
export const FORMED = new Set('id url path file date key token code email symbol address hash type language'.split(' '))
export const COMMON_WORDS = new Set(
  (
    'the a an of to for in on and or is be by with from this that it as at if eg example whether optional required ' +
    'string number default'
  ).split(' '),
)
