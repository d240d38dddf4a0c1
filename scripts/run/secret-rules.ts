/** What was found, never its value: a log is no place for it either. */
export interface Secret {
  rule: string;
  /** From 1. */
  line: number;
}

/** Tokens with a form of their own, as their issuers document it. */
const TOKEN_PATTERNS: Record<string, RegExp> = {
  // With the key behind it: libraries hold the line alone.
  'private key': /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----(?:\\[nr]|\s)*(?:[A-Za-z-]+: [^\n\\]*(?:\\[nr]|\s)+)*[0-9A-Za-z+/=]{32,}/g,
  'AWS key': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  'Google API key': /\bAIza[\w-]{35}(?![\w-])/g,
  'Google client secret': /\bGOCSPX-[\w-]{28}(?![\w-])/g,
  'Google token': /\bya29\.[\w-]{40,}/g,
  'Facebook token': /(?<![\w+/])EAA[0-9A-Za-z]{100,}(?![\w+/=])/g,
  'GitHub token': /\b(?:gh[pousr]_[0-9A-Za-z]{36,}|github_pat_\w{60,})/g,
  'GitLab token': /\bglpat-[\w-]{20,}/g,
  'npm token': /\bnpm_[0-9A-Za-z]{36}\b/g,
  'Slack token': /\bxox[abeoprs]-[0-9A-Za-z-]{20,}/g,
  'Stripe key': /\b[rs]k_live_[0-9A-Za-z]{20,}/g,
  // Turso's database tokens are such too.
  'signed token': /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{32,}/g,
  'password in an address': /\b[a-z][a-z+]{2,12}:\/\/[\w.-]+:(?!\$|password\b|secret\b)[^\s/:@'"`<>{}]{8,}@[\w.-]+/g,
};

/** A value with no form of its own, by the name that it is given. */
const NAMED_SECRET =
  /(?:secret|token|passw(?:or)?d|api_?key|private_?key)\w*['"]?\s*[:=]\s*['"`]?([0-9A-Za-z+/_-]{24,}={0,2})(?=['"`\s;,]|$)/gi;

/** Places in a text that hold a secret; `known` are values that are secrets whatever they look like. */
export function findSecrets(text: string, known: readonly string[] = []): Secret[] {
  const found: Secret[] = [];
  const add = (rule: string, index: number) => found.push({ rule, line: text.slice(0, index).split('\n').length });
  for (const [rule, pattern] of Object.entries(TOKEN_PATTERNS)) for (const { index } of text.matchAll(pattern)) add(rule, index);
  for (const match of text.matchAll(NAMED_SECRET)) if (isRandom(match[1]!)) add('value of a secret', match.index);
  for (const value of known) if (value !== '' && text.includes(value)) add("this machine's own secret", text.indexOf(value));
  return found;
}

/** Files that hold nothing but secrets, whatever is in them. */
export function isSecretFile(name: string): boolean {
  return /^(\.dev\.vars|\.env|id_(rsa|dsa|ecdsa|ed25519)$|jwt-secret$)(?!.*\.example$)|\.(pem|key|p12|pfx|jks|keystore)$/i.test(name);
}

/** Whether a value was drawn rather than written: words, names and paths repeat their letters, and rarely mix all kinds. */
function isRandom(value: string): boolean {
  const mixed = /[a-z]/.test(value) && /[A-Z]/.test(value) && (value.match(/\d/g) ?? []).length >= 2;
  const hex = /^[0-9a-f]{32,}$/i.test(value) && /\d/.test(value) && /[a-f]/i.test(value);
  return (mixed && entropy(value) > 4) || (hex && entropy(value) > 3.3);
}

/** Shannon entropy of the characters, in bits. */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const letter of value) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / value.length) * Math.log2(count / value.length), 0);
}
