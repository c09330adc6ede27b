/**
 * Returns why no reader of docs can mean an address, as the end of "it is …", or undefined if one may. Dot folders are
 * assumed to contain no pages, though some docs repositories have pages in them.
 */
export function whyNotPage(path: string): string | undefined {
  const lower = path.toLowerCase();
  if (attackPatterns.some((probe) => probe.test(lower)))
    return 'an address that programs request from every host to break in';
  if (machineFiles.some((machine) => machine.test(lower)))
    return 'an address that browsers and crawlers request from every host by themselves';
  if (assets.test(lower)) return 'a file that pages load, not a page';
  return undefined;
}

const attackPatterns = [
  // WordPress, phpMyAdmin and other programs that serve no docs.
  /(?:^|\/)(?:wp-(?:admin|content|includes|login|json|config)(?:[/.]|$)|(?:wordpress|xmlrpc|phpmyadmin|pma|phpinfo|adminer|joomla|drupal|magento|typo3|cgi-bin)(?:[/.]|$)|vendor\/phpunit|solr\/admin|hudson(?:\/|$)|struts(?:\/|$)|boaform|hnap1|gponform|owa\/auth|autodiscover|ecp\/|telescope\/requests|_ignition|actuator\/|server-status$|druid\/)/,
  // Server programs, and files that people forget on servers.
  /\.(?:php\d?|phtml|aspx?|ashx|jspx?|cgi|pl|cfm|do|action|bak|old|orig|save|swp|sql|sqlite|db|mdb|pem|key|p12|pfx|htpasswd|htaccess|tar|tgz|gz|rar|7z|dll|exe|war)$/,
  // Dot files, except `.well-known`.
  /\/\.(?!well-known(?:\/|$))[a-z_]/,
  /(?:^|\/)(?:id_rsa|id_ed25519|passwd|shadow|web\.config|config\.(?:json|ya?ml|inc)|credentials\.json|secrets?\.(?:json|ya?ml|env)|docker-compose\.ya?ml|backups?\.\w+|dump\.\w+)$/,
  // Attacks on the program that reads the address.
  /\.\.(?:\/|%2f|\\)|%00|%252e|<script|%3cscript|\bunion[+ %20]+select\b|\$\{jndi|\bor%201=1|\/etc\/passwd|;\s*(?:wget|curl|cat)\b/,
];

const machineFiles = [
  /(?:^|\/)(?:favicon(?:-\d+x\d+)?\.(?:ico|png|svg)|robots\.txt|humans\.txt|ads\.txt|app-ads\.txt|security\.txt|sitemap[^/]*\.xml(?:\.gz)?|browserconfig\.xml|crossdomain\.xml|manifest\.(?:json|webmanifest)|site\.webmanifest|apple-touch-icon[^/]*\.png|service-worker\.js|sw\.js|opensearch\.xml|apple-app-site-association)$/,
  /^\/\.well-known(?:\/|$)/,
  /(?:^|\/)(?:__?next(?:\/|$)|_nuxt\/|_astro\/|_app\/|\.vite\/|__webpack)/,
];

const assets =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|css|scss|less|m?js|cjs|jsx|tsx|map|wasm|woff2?|ttf|otf|eot|mp[34]|webm|ogg|wav|mov|pdf|zip|csv|docx?|xlsx?|pptx?|xml|rss|atom|txt|json|ya?ml|toml)$/;
