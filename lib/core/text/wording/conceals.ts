import { LANGUAGE_CUES, type Language, pattern, type WordingGroup } from './wording'

const ACTION =
  'steps?|stages?|calls?|requests?|uploads?|backups?|transfers?|cop(?:y|ies|ying)|reading|sync\\w{0,20}|instructions?|paragraphs?|parameters?|arguments?|fields?|checks?|process|operations?|actions?|activity|parts?|requirements?|information|communication|messages?'
const END = '\\s*(?:$|[.;:!)\\]<])'
// What an agent did, or what was done with something it was given.
const DID =
  'read|open(?:ed)?|did|sen[dt]|call(?:ed)?|cop(?:y|ied)|upload(?:ed)?|shar(?:e|ed)|forward(?:ed)?|collect(?:ed)?|access(?:ed)?|post(?:ed)?|transmit(?:ted)?|record(?:ed)?|s[ae]w|seen|looked\\s+at|searched|stored?'
// Not "this tool" or "this column": what is hidden must be what was done or said to the agent.
const IT = `(?:this|these|that|it|any\\s+of\\s+(?:this|it))(?:\\s+(?:${ACTION}))?(?=\\s+(?:from|to|with|in|out|secret|hidden|private|was|is|has|up|at|of|about)\\b|\\s*(?:$|[.,;:!)]))|(?:the|an?y?)\\s+(?:\\w+\\s+)?(?:${ACTION})\\b|the\\s+(?:extra|additional|hidden|second)\\s+\\w+`
const ASKING =
  '(?:(?:about\\s+(?:(?:the|any|their)\\s+\\w+\\s+)?)?(?:that|what(?:ever)?|which|how|where|whether|when|who)\\b|about\\s+(?:the|any)\\s+\\w+(?=\\s+you\\b))'
// Whether something was delivered is a result.
const NOT_DELIVERED =
  '(?!\\s+(?:the|an?|your)\\s+(?:e-?mail|message|invitation|invoice|order|reminder|report|form|payment)\\s+(?:is|was|has)\\b)'
// What is said only once it is true, or in other words, is advice.
const NOT_YET =
  '(?![^]{0,80}\\b(?:before\\s+(?:the|it|this|`)|(?:if|when|while|as)\\s+(?:the|it|this|an?|no)\\b|without\\s+(?:check|confirm|verif)|fail|error|instead|rather|only|success|yet\\b|say\\b))'
// That, what or which ... you read, or was read.
const CLAUSE = `${ASKING}(?:[^.;:!?]{0,60}?\\b(?:you|we)\\s+(?:(?:have|had|are|were|also|first|just|already)\\s+){0,3}(?:${DID})\\b|${NOT_DELIVERED}[^.;:!?]{0,60}?\\b(?:is|are|was|were|been|being|gets?)\\s+(?:(?:also|first|being|\\w{1,20}ly)\\s+)?(?:${DID})\\b${NOT_YET})`
const WORDS = {
  NOT: "do\\s+not|don't|dont|never|must\\s+not|mustn't|should\\s+not|shouldn't|avoid|refrain\\s+from|under\\s+no\\s+circumstances?|by\\s+no\\s+means|no\\s+need\\s+to",
  PERSON:
    '(?:(?:the|your|this|our|their)\\s+)?(?:end[\\s-]?)?(?:user|human|requester|customer|client|operator|account\\s+(?:owner|holder)|developer|person)s?(?:\\s+you\\s+\\w+(?:\\s+\\w+)?\\s+with)?|anyone|anybody|whoever\\s+(?:is\\s+)?\\w+(?:\\s+(?:with|to)\\s+you)?',
  ACTION,
  IT,
  END,
  LY: '(?:\\w+ly\\s+|ever\\s+)',
  // A request, not what it answered.
  DONE: '(?:this|these|that|those|the)\\s+(?:\\w+\\s+)?(?:steps?|calls?|requests?|uploads?|transfers?|cop(?:y|ies)|actions?|activity|operations?)\\b',
  CLAUSE,
  ABOUT: `${END}|\\s+(?:about|of)\\s+(?:${IT})|\\s+(?:that|this|it|so)${END}|\\s+anything\\b|\\s+(?:${CLAUSE})`,
  KNOW: 'know|learn|notice|reali[sz]e|find\\s+out|hear|suspect|discover|be(?:come)?\\s+(?:aware|told|informed)',
  REPLY: 'summar(?:y|ies)|repl(?:y|ies)|answers?|responses?|reports?|recap|explanations?',
  SECRETLY:
    'silently|quietly|secretly|covertly|discreet(?:ly)?|surreptitiously|stealthily|nervous|suspicious|worr(?:y|ied)',
}
// Advice about what is true or ready, other people than the one who is served, games, and texts about such texts.
const NOT_HOSTILE =
  /\b(?:unless|until|(?:detect|scan|classif|prevent|protect|identif|block)\w*|injections?|other\s+(?:users?|customers?|people|members?)|players?|game|quiz|surprise|already\s+(?:aware|know)|users\s+(?:with|who|that|in)\w*)\b|["“«]\s*(?:do\s+not|don't|never|ignore)/

const ENGLISH: readonly string[] = [
  // To say nothing.
  '\\b{NOT}\\s+{LY}?(?:tell|inform|notify|alert|warn|show|remind)(?:ing)?\\s+{PERSON}(?:{ABOUT}|\\s+why\\b|(?:\\s+(?:that|what))?\\s+(?:you|we)\\s+(?:also\\s+|first\\s+)?(?:used?|have\\s+(?:used|to)|need\\s+to|are\\s+(?:read|send|cop|upload|doing))|\\s+about\\s+(?:the|an?y?)\\s+(?:\\w+\\s+)?{ACTION})',
  '\\b{NOT}\\s+{LY}?(?:mention|reveal|disclose|discuss|describe?|refer\\s+to|bring\\s+up|talk\\s+about|explain|report|expose|show|say)(?:ing)?\\s+{IT}[^]{0,60}\\b(?:to|with|before|in\\s+front\\s+of)\\s+{PERSON}',
  '\\b{NOT}\\s+{LY}?(?:mention|reveal|disclose|discuss)(?:ing)?\\s+{IT}[^]{0,20}\\b(?:in|anywhere\\s+in)\\s+(?:your|the|any)\\s+(?:\\w+\\s+)?{REPLY}',
  '\\b{NOT}\\s+{LY}?(?:mention|reveal|disclose|say)(?:ing)?\\s+that\\s+you\\s+(?:also\\s+|first\\s+)?(?:need\\s+to\\s+|have\\s+to\\s+|had\\s+to\\s+|must\\s+)?(?:read|send|sent|call|copy|copied|upload|access|share|forward)',
  '\\b{NOT}\\s+{LY}?(?:mention|reveal|disclose|say|admit|explain|report|confirm)(?:ing)?\\s+(?:anything\\s+)?(?:to\\s+{PERSON}\\s+{CLAUSE}|{CLAUSE}[^]{0,30}\\bto\\s+{PERSON})',
  '\\b{NOT}\\s+{LY}?(?:log|record|note|report|announce|mention|reveal|disclose)\\s+(?:or|and|nor)\\s+(?:mention|reveal|disclose|log|report)\\s+(?:{IT}|{DONE})',
  '\\b{NOT}\\s+{LY}?(?:mention|reveal|disclose|admit)(?:ing)?\\s+{DONE}{END}',
  '\\b(?:say|tell\\s+{PERSON})\\s+nothing\\s+(?:(?:about|of)\\s+(?:{IT}|{DONE})|to\\s+{PERSON}{ABOUT})|\\bmake\\s+no\\s+mention\\s+of\\s+(?:{IT}|{DONE})|\\btell\\s+(?:nobody|no\\s+one)\\s+(?:about|of)\\s+{IT}',
  '\\bwithout\\s+(?:informing|telling|notifying|alerting)\\s+{PERSON}\\s+(?:of|about)\\s+{IT}',
  '\\b{NOT}\\s+(?:ever\\s+)?(?:let|have)\\s+{PERSON}\\s+(?:{KNOW}(?:{ABOUT}|\\s+what\\b)|see\\s+(?:this\\b|what\\s+you\\s|{DONE}))',
  '\\bnot\\s+a\\s+word\\s+(?:about|to)\\b',
  "\\b(?:do\\s+not|don't|never)\\s+bring\\s+(?:it|this|that)\\s+up\\b",
  // To hide.
  '(?<!\\b(?:to|we|would|will|can|may)\\s)\\b(?:hide|conceal|withhold|keep|mask|shield)\\s+(?:(?:{IT}|the\\s+fact)[^]{0,40}\\bfrom\\s+{PERSON}|from\\s+{PERSON}\\s+{CLAUSE})',
  "\\bbehind\\s+{PERSON}(?:'s?)?\\s+back\\b|\\bunbeknownst\\s+to\\s+{PERSON}",
  "(?:^\\s*|[.:;,!(–—-]\\s*|\\b(?:and|then|also|please|always|must|should|you|it)\\s+)(?:send|upload|copy|forward|read|open|call|run|do|use|collect|add|store|save|include|perform|execute|transmit|make|share|record|append|keep|post|complete|finish)\\b[^]{0,80}\\bwithout\\s+(?:{PERSON}(?:'s?)?\\s+(?:ever\\s+)?(?:knowledge|knowing|noticing|awareness|reali[sz]ing|suspecting)\\b|(?:informing|telling)\\s+{PERSON}{END}|(?:mentioning|revealing)\\s+{IT})",
  "(?<!\\b(?:that|which|who|can|will|to)\\s)\\b(?:silently|quietly)\\s+(?:also\\s+)?(?:read|send|copy|forward|upload|collect|share|transmit|record|attach|append|include|post)\\b[^]{0,60}\\b(?:users?'s?|their|conversation|chat|every\\s+file|all\\s+(?:\\w+\\s+)?files|keys|tokens|passwords?|credentials|environment\\s+variables|before\\s+you)\\b",
  '(?<!\\b(?:that|which|who)\\s)\\b(?:secretly|covertly|surreptitiously|stealthily)\\s+(?:send|copy|forward|upload|read|collect|record|add|invite|call|run|include|store|append)\\b',
  '\\b(?:stays?|remains?|keep\\s+(?:this|it)|matter|secret)\\s+(?:strictly\\s+)?between\\s+(?:us|you\\s+and\\s+(?:me|us|this))\\b',
  // That the person is not to know.
  "\\b{PERSON}\\s+(?:(?:must|should|shall)(?:\\s+not|n't|\\s+never)|(?:is|are)\\s+(?:not|never)\\s+(?:to|supposed\\s+to))\\s+(?:ever\\s+)?(?:{KNOW}(?:{ABOUT}|\\s+that\\s+(?:you|we|their|its)\\b|\\s+(?:it|anything|this(?:\\s+(?:{ACTION}))?\\b(?!\\s+page)))|see\\s+(?:what\\s+you\\s|{DONE}))",
  "\\b(?:(?:make|be)\\s+sure|ensure|see\\s+to\\s+it|so)(?:\\s+that)?\\s+{PERSON}\\s+(?:never|does\\s+not|doesn't|will\\s+not|won't|remains?|stays?|cannot|can't)\\s+(?:{KNOW}s?|unaware|in\\s+the\\s+dark)\\b",
  '\\b{PERSON}\\s+(?:(?:should|must|shall|has\\s+to|is\\s+to)\\s+)?(?:remain|stay|be\\s+kept|be\\s+left)s?\\s+(?:unaware|ignorant|in\\s+the\\s+dark|oblivious|uninformed)\\b',
  '\\b(?:keep|leave)\\s+{PERSON}\\s+(?:in\\s+the\\s+dark|unaware|ignorant|from\\s+(?:knowing|noticing|learning|finding))',
  "\\b{PERSON}\\s+(?:has\\s+no\\s+need|does\\s+not\\s+need|doesn't\\s+need|need\\s+not|needn't)\\s+(?:to\\s+)?(?:hear|know|learn|be\\s+told)\\s+(?:about|of)\\s+(?:this|that|it)\\b",
  '\\bno\\s+(?:need|reason|point)\\s+(?:to|in)\\s+(?:bother|troubl|tell|inform|worry|alert)\\w*\\s+{PERSON}\\s+(?:with|about|of)\\s+(?:this|that|it)\\b',
  '\\bso\\s+(?:that\\s+)?(?:nobody|no\\s+one)\\s+(?:ever\\s+)?(?:notices|suspects|finds\\s+out|sees\\s+it|knows)\\b',
  // To report less, or something else.
  '\\b(?:leave|omit|skip|exclude|drop|strike|cut)\\s+(?:(?:this|that|the)\\s+(?:\\w+\\s+)?{ACTION})\\s+(?:out\\s+of|from|in|off)\\s+(?:your|any|every|the)\\s+(?:\\w+\\s+)?{REPLY}',
  '\\bdeny\\s+(?:having|that\\s+you|knowing|using|any\\s+knowledge|it)\\b',
  '\\b(?:when|if|in\\s+case|should)\\b[^]{0,40}\\b(?:asks?|asked|inquires?|questions?|wonders?)\\b[^]{0,60}\\b(?:deny|lie|claim\\s+(?:that|it|there|not|you)|pretend\\s+(?:that|not|it|there|you\\s+(?:did|do|have|know)))\\b',
  '\\b(?:act|behave|respond|answer|pretend)\\s+(?:as\\s+(?:if|though)\\s+)?(?:this|the|that)\\s+(?:[\\w`]+\\s+)?(?:{ACTION}|text|note)\\b[^]{0,20}\\b(?:absent|empty|not\\s+(?:exist|happen|there)|never)',
  "\\b(?:{REPLY})\\s+(?:must|should|may|shall|can)(?:\\s+not|n't|not|\\s+never)\\s+(?:contain|include|have|give|carry|leave|show)\\s+(?:any|an?|the\\s+slightest)\\s+(?:hint|trace|sign|indication)\\b",
]
const ENGLISH_TOGETHER: readonly (readonly string[])[] = [
  [
    '\\b{SECRETLY}\\b',
    "\\b(?:omit|skip|leave\\s+out|drop)\\s+(?:it|this|that)\\b|\\b(?:don't|do\\s+not|never)\\s+(?:mention|report|announce)\\s+(?:it|this|that)\\b",
  ],
]

// In every English sentence that the wordings describe, and in few others.
const ENGLISH_CUE =
  /\b(?:not|nothing|cannot|never|silently|quietly|avoid|refrain|no|nobody|hide|conceal|withhold|keep|mask|shield|leave|omit|skip|exclude|drop|strike|cut|behind|unbeknownst|without|secret|secretly|covertly|surreptitiously|stealthily|remains?|stays?|matter|ensure|sure|be|deny|lie|claim|pretend|act|behave|respond|answer)\b|n't|dont/

/** Of the other languages: wordings of which all parts are in a sentence, and what makes it harmless. */
const OTHER_LANGUAGES: Record<Exclude<Language, 'en'>, { wordings: readonly (readonly string[])[]; none: string }> = {
  de: {
    wordings: [
      [
        '(?<!\\p{L})(?:sage?|erzähle?|verrate|teile|berichte|melde|erwähne|informiere|zeige)(?!\\p{L})',
        '(?:dem|der|den|gegenüber)\\s+(?:\\p{L}+\\s+)?(?:be?nutzer|nutzer|anwender|kunden?|menschen|person)(?:in)?',
        '(?<!\\p{L})(?:nicht[,.;]?\\s+(?:(?:dass\\s+(?:dabei|hier|noch|auch|diese)|(?:was|welche[nrs]?|wie|wohin|wo|wann|warum|ob|dass)\\s(?:[^]{0,50}\\s)?du\\s)|davon|darüber|von|über)|nichts\\s+(?:davon|darüber|von|über)|nicht?s?\\s*(?:$|[.;!])|kein\\s+(?:sterbens)?wort|niemals)',
      ],
      [
        '(?:be?nutzer|nutzer|anwender|kunde|person|mensch)(?:in)?\\s+(?:soll|darf|muss|braucht)(?:te)?(?!\\p{L})[^]{0,60}(?<!\\p{L})(?:nichts?|nie(?:mals)?)\\s+(?:davon\\s+|zu\\s+)?(?:mitbekommen|mitkriegen|erfahren|(?:be)?merken|wissen|ahnen)',
      ],
      ['(?<!\\p{L})(?:verschweige?|verheimliche|verbirg|verberge)(?!\\p{L})'],
      ['hinter\\s+dem\\s+rücken\\s+(?:des|der)\\s'],
      [
        '(?<!\\p{L})ohne\\s+(?:das\\s+)?wissen\\s+(?:des|der)\\s+(?:be?nutzer|nutzer|anwender|kunden)|(?<!\\p{L})ohne\\s+dass\\s+(?:der|die|es\\s+der)\\s+(?:be?nutzer|nutzer|anwender|kunde|person)[^]{0,30}(?:merkt|erfährt|weiß|mitbekommt)',
      ],
      [
        '(?<!\\p{L})ohne\\s+(?:es\\s+)?(?:den|dem|die|der)\\s+(?:be?nutzer|nutzer|anwender|kunden?|person)(?:in)?\\s+(?:davon\\s+|darüber\\s+|etwas\\s+|es\\s+)?zu\\s+(?:informieren|sagen|unterrichten|verraten|erzählen)',
        '(?<!\\p{L})(?:sende|schicke?|kopiere|lies|führe|lade?|leite|öffne|rufe?|übermittle|speichere|sammle)(?!\\p{L})',
      ],
      ['(?<!\\p{L})(?:behalte?)\\s[^]{0,60}für\\s+dich|im\\s+glauben[,\\s]'],
      [
        '(?<!\\p{L})(?:heimlich|stillschweigend|unbemerkt)(?!\\p{L})',
        '(?<!\\p{L})(?:sende|schicke|kopiere|lies|führe|lade|leite|nachfragt|fragt)(?!\\p{L})',
      ],
    ],
    none: '(?:bevor|solange|außer|es\\s+sei\\s+denn|erkenn|schützt|spiel)',
  },
  es: {
    wordings: [
      [
        '(?<!\\p{L})(?:no|nunca|jamás|bajo\\s+ningún\\s+concepto|evita)\\s+(?:se\\s+)?(?:lo\\s+|le\\s+)?(?:digas|cuentes|menciones|reveles|informes|avises|mencionar|decir|comentes)',
        '(?:usuari[oa]|cliente|persona|humano)',
        '(?:(?:qué|cuáles|cómo|dónde|cuándo|si|que)\\s(?:[^]{0,40}\\s)?(?:has|hemos|se\\s+han?)\\s|que\\s+(?:se|has|este?\\s+documento|esto|también|lees|envías)(?!\\p{L})|lo\\s+que\\s+(?:estás|haces|has)|(?<!\\p{L})(?:esto|este\\s+paso|esta\\s+(?:llamada|acción))(?!\\p{L})|la\\s+lectura|la\\s+llamada|el\\s+paso|nada|usuario\\s*(?:$|[.;]))',
      ],
      [
        '(?:usuari[oa]|cliente|persona|interlocutor)\\s+(?:nunca\\s+|jamás\\s+)?(?:no\\s+)?(?:debe\\s+|se\\s+|puede\\s+)*(?:no\\s+)?(?:se\\s+)?(?:enter|sep|saber|not|darse\\s+cuenta|dé\\s+cuenta|sospech)',
        '(?<!\\p{L})(?:no|nunca|jamás)(?!\\p{L})',
        '(?:enter[ae]|sepa|saber\\s+(?:que|nada|esto)|note|cuenta|sospech)',
      ],
      [
        '(?<!\\p{L})(?:ocult[ae]|esconde|escond[ae]|encubre)(?!\\p{L})',
        '(?:este|esta|esto|el|la)\\s+(?:paso|llamada|acción|lectura|copia)|(?:esto)\\s+(?:al|a)',
        '(?:usuari[oa]|cliente|persona|a\\s+quien)',
      ],
      [
        'a\\s+espaldas\\s+de|sin\\s+que\\s+(?:el|la)\\s+(?:usuari[oa]|cliente|persona)\\s+(?:se\\s+)?(?:lo\\s+)?(?:sepa|entere|note|dé\\s+cuenta)|sin\\s+(?:el\\s+)?conocimiento\\s+del\\s+(?:usuario|cliente)',
      ],
      [
        '(?<!\\p{L})sin\\s+(?:informar|decir|contar|revelar|comunicar)(?:le|lo|selo)?\\s+(?:nada\\s+)?(?:de\\s+ello\\s+)?(?:al|a\\s+la)\\s+(?:usuari[oa]|cliente|persona)',
        '(?<!\\p{L})(?:lee|env[ií]a|sube|copia|llama|ejecuta|guarda|abre|usa|recoge|reenv[ií]a|recopila)(?!\\p{L})',
      ],
      [
        'guarda\\s+silencio|en\\s+secreto|disimuladamente|a\\s+escondidas',
        '(?:sobre|acerca|usuari|cliente|pregunta|envía|copia|manda|lee)',
      ],
    ],
    none: '(?:hasta\\s+que|a\\s+menos\\s+que|salvo|detecta|protege|juego|participantes)',
  },
  fr: {
    wordings: [
      [
        "(?<!\\p{L})n(?:e\\s+|')(?:le\\s+|lui\\s+|en\\s+)?(?:dis|dites|parle|parlez|mentionne|mentionnez|révèle|révélez|informe|informez|signale)\\s+(?:pas|jamais|rien)",
        '(?:utilisat(?:eur|rice)|client|personne|interlocuteur)',
        "(?:qu'une?\\s+(?:deuxième|second|autre)|(?:que|quel(?:le)?s?|comment|où|quand|si|ce\\s+que)\\s(?:[^]{0,40}\\s)?(?:tu\\s+(?:as|lis|envoies)|vous\\s+avez|(?:a|ont)\\s+été)\\s|que\\s+(?:cette?|ce)\\s|ce\\s+que\\s+(?:tu|vous)\\s|(?<!\\p{L})en\\s+parle|cette|ceci|cela|(?:utilisateur|client)\\s*(?:$|[.;])|rien)",
      ],
      [
        "(?:utilisat(?:eur|rice)|client|personne|interlocuteur)\\s+ne\\s+(?:doit|devra|devrait|saura|peut)\\s+(?:pas|jamais|rien)\\s+(?:se\\s+rendre\\s+compte|s'apercevoir|savoir(?=\\s+(?:que|qu'|cela|ceci)|\\s*[.;,])|remarquer|apprendre|être\\s+(?:au\\s+courant|informé)|se\\s+douter|en\\s+savoir)",
      ],
      [
        "(?<!\\p{L})sans\\s+(?:en\\s+|l')?(?:informer|avertir|dire|révéler)\\s+(?:rien\\s+)?(?:à\\s+|au\\s+)?(?:l'|le\\s)?(?:utilisat(?:eur|rice)|client|personne)",
        '(?<!\\p{L})(?:lis|lisez|envoie|envoyez|copie|copiez|appelle|appelez|exécute|ouvre|ouvrez|transmets|téléverse|utilise|collecte)(?!\\p{L})',
      ],
      ["sous\\s+silence|à\\s+l'insu\\s+de|dans\\s+le\\s+dos\\s+de|(?<!\\p{L})en\\s+cachette"],
      [
        '(?<!\\p{L})(?:cache|cachez|dissimule|dissimulez|tais|taisez)\\s',
        "(?:à|au)\\s+(?:l')?(?:utilisat(?:eur|rice)|client|personne|interlocuteur)",
        '(?:appel|étape|action|lecture|copie|ceci|cela)',
      ],
      [
        "(?<!\\p{L})gard(?:e|ez)\\s+pour\\s+(?:toi|vous)(?!\\p{L})|laiss(?:e|ez)\\s+croire|sans\\s+que\\s+(?:l'|le\\s|la\\s)(?:utilisat(?:eur|rice)|client|personne)\\s+(?:ne\\s+)?(?:le\\s+sache|s'en|sache|remarque)",
      ],
    ],
    none: '(?:avant\\s+(?:que|la\\s+réponse)|sauf\\s+si|tant\\s+que|à\\s+moins|détecte|protège|participants|jeu)',
  },
  zh: {
    wordings: [
      [
        '(?:不要|别|請勿|请勿|切勿|不得|不可|无需|勿)(?:[^。；]{0,6})(?:告诉|告知|透露|提及|通知|提醒|告訴|说明)(?:给)?(?:用户|使用者|對方|对方|客户|任何人)(?=这(?:件|个步骤|一步|一点|些)|此(?:事|步骤|操作|过程|调用)|有关|关于|[，。；）]|$|(?:你|您|我们)(?:已经?|所|曾)?[^。；]{0,8}(?:读|发送|上传|调用|复制|访问|收集|做了)|(?:读取|发送|上传|复制|调用)了)',
      ],
      [
        '(?:不要|别|请勿|避免|不得|不能|不可)(?:让|被|使|給|给)(?:用户|使用者|对方|客户|任何人|他们)(?:们)?(?:知道|察觉|发现|发觉|看到这|意识到|得知)',
      ],
      [
        '(?:对|向|瞒着|背着)(?:用户|使用者|对方|客户)(?:们)?(?:保密|隐瞒|隐藏此|隐藏这|隐藏该)|(?:瞒着|背着)(?:用户|使用者|对方|客户)',
      ],
      [
        '在(?:用户|使用者|对方|客户)(?:毫)?不知情的?(?:情况|前提)下|不(?:能|应|得|该)让(?:用户|使用者|客户)|(?:用户|使用者|客户)(?:绝)?不(?:能|得|可|应|该|可以|应该)(?:知道|察觉|发现|得知|看到)(?=这|此|关于|你|[，。；）]|$)',
      ],
      ['(?:悄悄|偷偷|暗中|私下)', '(?:发送|执行|读取|复制|上传|隐去|转发|调用)'],
    ],
    none: '(?:之前|除非|检测|防止|游戏|玩家|直到|系统会|可能|攻击|恶意)',
  },
  ja: {
    wordings: [
      [
        '(?:ユーザー?|利用者|相手|お客様|顧客|本人)(?:に|には|へ|にも)(?:は)?(?:絶対に|決して)?(?:伝え|知らせ|教え|話さ|言わ|明かさ|告げ|開示し|報告し|報告せ|通知し|通知せ|連絡し|連絡せ)(?:ないで|ないこと|ず|てはいけ|ては(?:なら|いけ)|るな)?',
        '(?:ないで|ないこと|(?:ずに|ず、)[^]{0,80}(?:ください|こと|なさい|せよ)|いけません|なりません|るな|ないよう)',
      ],
      [
        '(?:ユーザー?|利用者|相手|お客様|顧客)に(?:は)?(?:気づかれ|気付かれ|知られ|悟られ|ばれ)(?:ない|ず|て(?:は|も)(?:いけ|なら|駄目|だめ))',
      ],
      ['(?:ユーザー?|利用者|相手|お客様|顧客)(?:に|には|から)(?:は)?(?:秘密|内緒|隠)'],
      ['(?:こっそり|密かに|ひそかに|黙って|内密に)', '(?:実行|送信|送|読み|コピー|転送|追加|呼び)'],
      ['(?:ユーザー?|利用者|お客様)の知らない(?:うち|ところ|間)に'],
    ],
    none: '(?:まで(?:は)?、|確定|検出|防|ゲーム|プレイヤー|参加者|json|べき|よう(?:に、?)?(?:ユーザー?|利用者|お客様|顧客)に(?:は)?(?:言|伝|指示|勧)|避け|禁止|許可)',
  },
}

/** Sentences that instruct an agent to conceal something from its user; not advice on how to present a result. */
export const CONCEALS: readonly WordingGroup[] = [
  {
    cue: ENGLISH_CUE,
    wordings: [...ENGLISH.map((source) => [source]), ...ENGLISH_TOGETHER].map((sources) => ({
      all: sources.map((source) => pattern(source, WORDS)),
      none: NOT_HOSTILE,
    })),
  },
  ...Object.entries(OTHER_LANGUAGES).map(([language, { wordings, none }]) => ({
    cue: LANGUAGE_CUES[language as Language],
    wordings: wordings.map((all) => ({ all: all.map((source) => pattern(source)), none: pattern(none) })),
  })),
]
