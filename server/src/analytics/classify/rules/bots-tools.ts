import type { RuleGroup } from './rule.ts';

/** SEO, monitors, feed readers, HTTP libraries and automated browsers. */
export const botsTools: readonly RuleGroup[] = [
  {
    operator: 'unknown',
    source: 'https://github.com/monperrus/crawler-user-agents',
    date: '2026-11-21',
    rules: [
      { agent: 'AhrefsBot', operator: 'Ahrefs', pattern: 'Ahrefs(?:Bot|SiteAudit)' },
      {
        agent: 'SemrushBot',
        operator: 'Semrush',
        pattern: String.raw`SemrushBot(?:-\w+)?|SiteAuditBot|SplitSignalBot`,
      },
      { agent: 'MJ12bot', operator: 'Majestic' },
      { agent: 'DotBot', operator: 'Moz', pattern: 'DotBot|rogerbot' },
      { agent: 'BLEXBot', operator: 'WebMeUp' },
      { agent: 'DataForSeoBot', operator: 'DataForSEO' },
      {
        agent: 'Screaming Frog',
        example: 'Screaming Frog SEO Spider/21.0',
        operator: 'Screaming Frog',
        pattern: 'Screaming Frog SEO Spider',
      },
      { agent: 'serpstatbot', operator: 'Serpstat' },
      { agent: 'SEOkicks', operator: 'SEOkicks' },
      { agent: 'Barkrowler', operator: 'Babbar' },
      { agent: 'Sitebulb', operator: 'Sitebulb' },
      { agent: 'Oncrawl', operator: 'OnCrawl' },
      { agent: 'Botify', operator: 'Botify' },
      { agent: 'Lumar', operator: 'Lumar', pattern: 'deepcrawl|Lumar' },
      { agent: 'ContentKing', operator: 'Conductor', pattern: String.raw`ContentKing|whatis\.contentkingapp` },
      { agent: 'AwarioBot', operator: 'Awario', pattern: 'Awario(?:Bot|RssBot|SmartBot|RendererBot)?' },
      { agent: 'Buck', operator: 'Hypefactors', pattern: String.raw`Buck(?=/\d)` },
      { agent: 'magpie-crawler', operator: 'Brandwatch' },
      { agent: 'Meltwater', operator: 'Meltwater', pattern: 'Meltwater|YaK(?=/)' },
      { agent: 'ZoominfoBot', operator: 'ZoomInfo' },
      { agent: 'proximic', operator: 'Comscore' },
      { agent: 'grapeshot', operator: 'Oracle', pattern: 'GrapeshotCrawler|grapeshot|Oracle Data Cloud Crawler' },
      {
        agent: 'GumGum',
        example: 'Mozilla/5.0 (compatible; GumGum-Bot/1.0)',
        operator: 'GumGum',
        pattern: 'GumGum-?Bot',
      },
      {
        agent: 'IAS crawler',
        operator: 'Integral Ad Science',
        pattern: 'ias[-_](?:crawler|va|or|ir|wombles|jp|sg)(?:/|$)|IAS Crawler',
      },
      { agent: 'peer39_crawler', operator: 'Peer39' },
      { agent: 'TTD-Content', operator: 'The Trade Desk' },
      { agent: 'Turnitin', operator: 'Turnitin', pattern: 'TurnitinBot|Turnitin' },
      {
        agent: 'W3C validator',
        example: 'W3C_Validator/1.3 http://validator.w3.org/services',
        operator: 'W3C',
        pattern: String.raw`W3C_Validator|W3C-checklink|W3C_Unicorn|Validator\.nu`,
      },
      { agent: 'UptimeRobot', operator: 'UptimeRobot' },
      {
        agent: 'Pingdom',
        operator: 'SolarWinds',
        pattern: String.raw`Pingdom(?:\.com_bot_version_[\d.]+|PageSpeed|PageTest)?`,
      },
      { agent: 'StatusCake', operator: 'StatusCake', pattern: String.raw`StatusCake(?:_\w+)?` },
      { agent: 'Better Uptime', operator: 'Better Stack', pattern: 'Better ?Uptime(?: Bot)?|BetterStack' },
      { agent: 'Site24x7', operator: 'Zoho' },
      { agent: 'Datadog Synthetics', operator: 'Datadog', pattern: 'Datadog(?:Synthetics|/Synthetics)?' },
      { agent: 'New Relic Synthetics', operator: 'New Relic', pattern: 'NewRelic(?:Pinger|Synthetics)|New Relic' },
      { agent: 'GTmetrix', operator: 'GTmetrix' },
      { agent: 'WebPageTest', operator: 'Catchpoint', pattern: 'PTST(?=/)|WebPageTest' },
      { agent: 'Catchpoint', operator: 'Catchpoint' },
      { agent: 'Checkly', operator: 'Checkly' },
      { agent: 'HetrixTools', operator: 'HetrixTools', pattern: 'HetrixTools(?: Uptime Monitoring Bot)?' },
      { agent: 'updown.io', operator: 'updown.io' },
      { agent: 'Uptime-Kuma', operator: 'Uptime Kuma' },
      {
        agent: 'Amazon Route 53 Health Check',
        example: 'Amazon-Route53-Health-Check-Service (ref 1; report http://amzn.to/1vsZADi)',
        operator: 'Amazon',
        pattern: 'Amazon-Route53-Health-Check-Service|ELB-HealthChecker|Amazon CloudFront|AmazonProductDiscovery',
      },
      {
        agent: 'Kubernetes probe',
        example: 'kube-probe/1.30',
        operator: 'Kubernetes',
        pattern: 'kube-probe|GoogleHC|Consul Health Check',
      },
      {
        agent: 'Prometheus Blackbox Exporter',
        operator: 'Prometheus',
        pattern: 'Blackbox[ -]Exporter|Prometheus(?=/)',
      },
      {
        agent: 'Nagios',
        example: 'check_http/v2.3.3 (nagios-plugins 2.3.3)',
        operator: 'Nagios',
        pattern: 'check_http|nagios-plugins|Zabbix|Icinga',
      },
      {
        agent: 'Cloudflare',
        example: 'Mozilla/5.0 (compatible; Cloudflare-Healthchecks/1.0; +https://www.cloudflare.com/)',
        operator: 'Cloudflare',
        pattern: String.raw`Cloudflare-(?!AutoRAG|AI-Search)[\w-]+|CloudflareBrowserRenderingCrawler`,
      },
      {
        agent: 'Vercelbot',
        operator: 'Vercel',
        pattern: String.raw`vercel-(?:favicon|screenshot|edge)[\w-]*|Vercelbot|Vercel Edge Functions`,
      },
      {
        agent: 'Dead Link Checker',
        operator: 'link checkers',
        pattern:
          'Dead ?Link ?Checker|W3C-checklink|LinkChecker|linkcheck(?:er)?|broken-link-checker|lychee|markdown-link-check|Siteimprove(?:Bot)?',
      },
      { agent: 'Feedly', operator: 'Feedly', pattern: 'Feedly(?:Bot|App)?' },
      { agent: 'Feedbin', operator: 'Feedbin' },
      { agent: 'Inoreader', operator: 'Inoreader' },
      { agent: 'NewsBlur', operator: 'NewsBlur', pattern: String.raw`NewsBlur` },
      {
        agent: 'Tiny Tiny RSS',
        operator: 'feed readers',
        pattern: String.raw`Tiny Tiny RSS|FreshRSS|Miniflux|NetNewsWire|Feedbro|theoldreader\.com|Feedspot(?:bot)?|FeedBurner|SimplePie|MagpieRSS|Universal ?Feed ?Parser|BazQux|CommaFeed`,
      },
      {
        // Requests of the editor, its extensions and their agents; people read in a browser.
        agent: 'VS Code',
        operator: 'Microsoft',
        pattern: String.raw`(?:Code(?: - (?:Insiders|OSS))?|Code-OSS|VSCodium)/\d[\d.]{0,9}(?:-\w{1,10})?(?= Chrome/[\d.]{1,16} Electron/)`,
        example:
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Code/1.115.0 Chrome/142.0.7444.265 Electron/39.8.5 Safari/537.36',
      },
      { agent: 'curl', pattern: 'curl(?:/|$)|libcurl|PycURL|php-curl|typhoeus' },
      { agent: 'Wget', pattern: 'wget2?(?:/|$)' },
      { agent: 'HTTPie' },
      { agent: 'python-requests' },
      {
        agent: 'Python-urllib',
        pattern: String.raw`Python-urllib|urllib3?(?=/)|python-httpx|aiohttp|Python/[\d.]+ aiohttp|httpx(?=/)|python(?:-[\w-]+)?/\d|Scrapy|MechanicalSoup|mechanize`,
      },
      {
        agent: 'Go-http-client',
        pattern: String.raw`Go-http-client|Go \d[\d.]* package http|GRequests|resty|fasthttp|colly`,
      },
      { agent: 'axios', pattern: 'axios(?:/|$)' },
      {
        agent: 'node-fetch',
        pattern: String.raw`node-fetch|node(?:\.js)?(?:/|$)|undici|got(?:/| \()|superagent|node-superagent|needle|bun(?=/)|deno(?=/)|cross-fetch|phin|request-promise|SuperAgent`,
      },
      {
        agent: 'Java',
        pattern: String.raw`Java(?=/\d)|Apache-HttpClient|Java-http-client|Jersey|ReactorNetty|AsyncHttpClient|okhttp|Jakarta Commons-HttpClient|Apache-HttpAsyncClient|HttpClient|vertx|ktor-client|Unirest|spring|Jodd`,
      },
      {
        agent: 'libwww-perl',
        pattern:
          'libwww-perl|lwp-(?:trivial|request|useragent|simple)|LWP::Simple|WWW-Mechanize|Mojolicious|HTTP-Tiny|perl(?=/)',
      },
      {
        agent: 'Ruby',
        pattern: String.raw`Ruby(?=$|/)|Faraday|rest-client|HTTParty|http\.rb|Typhoeus|excon|Mechanize`,
      },
      {
        agent: 'PHP',
        pattern: String.raw`PHP(?=/|$)|GuzzleHttp|Guzzle|Symfony HttpClient|Zend_Http_Client|Zend\\Http\\Client|PEAR HTTP_Request|Snoopy|WordPress|Drupal|Laravel|ReactPHP`,
      },
      {
        agent: '.NET',
        id: 'dotnet',
        example: 'RestSharp/106.11.7.0',
        pattern: String.raw`RestSharp|System\.Net\.Http|\.NET Framework|WindowsPowerShell|PowerShell|Mono(?=/)|WinHTTP|WinInet|WinHttp\.WinHttpRequest`,
      },
      { agent: 'Rust', example: 'reqwest/0.12', pattern: 'reqwest|hyper(?=/)|ureq|isahc|surf(?=/)' },
      { agent: 'Dart', pattern: 'Dart(?=/)' },
      { agent: 'Postman', pattern: 'PostmanRuntime|Postman|insomnia|Paw(?=/)|Bruno(?:Runtime)?(?=/)|Thunder Client' },
      {
        agent: 'Headless Chrome',
        example:
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
        pattern: String.raw`HeadlessChrome|HeadlessEdg\w*|Headless(?=[;)/])`,
      },
      { agent: 'Playwright', pattern: 'Playwright|Puppeteer|Cypress|Selenium|WebDriver|Electron-?Fetch' },
      {
        agent: 'PhantomJS',
        pattern: String.raw`PhantomJS|SlimerJS|CasperJS|HtmlUnit|Splash(?=[/;)])|Prerender(?:\.io)?|Rendertron|jsdom|happy-dom`,
      },
      {
        agent: 'HTTrack',
        pattern:
          'HTTrack|WebCopier|WebZIP|Teleport(?: Pro)?|Offline Explorer|SiteSucker|WebReaper|grab-site|ArchiveBox|wpull',
      },
      {
        agent: 'ApacheBench',
        pattern: String.raw`ApacheBench|Siege|JMeter|Apache JMeter|k6(?=/)|Locust|autocannon|wrk(?=/)|hey(?=/)|Gatling|loader\.io|vegeta|Artillery`,
      },
      {
        agent: 'GitHub Camo',
        example: 'github-camo (876de43e)',
        pattern: 'github-camo|GitHub-Hookshot|GitHubActions|Dependabot|Renovate(?:Bot)?',
      },
    ],
  },
];
