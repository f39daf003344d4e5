/** Splits a command line into words, without quotes and with variables replaced. */
function wordsOf(line: string, variables: Record<string, string>): string[] {
  const words: string[] = [];
  let word: string | null = null;
  const value = (name: string) => {
    const known = variables[name];
    if (known === undefined) throw new Error(`Nothing is known of $${name}`);
    return known;
  };
  const PIECE = /\\\n|(\s+)|'([^']*)'|"((?:[^"\\]|\\.)*)"|\$([A-Z_]+)|\\(.)|([^\s'"\\$]+)/gy;
  let end = 0;
  for (const [piece, blank, single, double, variable, escaped, plain] of line.matchAll(PIECE)) {
    end += piece.length;
    if (piece === '\\\n') continue;
    if (blank !== undefined) {
      if (word !== null) words.push(word);
      word = null;
      continue;
    }
    const inside = double?.replace(/\\(.)|\$([A-Z_]+)/g, (_, one, name) => one ?? value(name));
    word = (word ?? '') + (single ?? inside ?? (variable && value(variable)) ?? escaped ?? plain);
  }
  if (end !== line.length) throw new Error(`No shell would take this: ${line.slice(end)}`);
  return word === null ? words : [...words, word];
}

/** Sends a shell line of the page of calls as curl would; no machine needs curl for that. */
export async function curl(line: string, variables: Record<string, string>, files: Record<string, Blob>) {
  const [command, address, ...options] = wordsOf(line, variables);
  if (command !== 'curl' || !address || options.length % 2 === 1) throw new Error(`This is no line of curl: ${line}`);
  const headers = new Headers();
  const form = new FormData();
  let body: string | FormData | undefined;
  for (let at = 0; at < options.length; at += 2) {
    const [option, input = ''] = options.slice(at, at + 2);
    if (option === '-H') headers.append(input.slice(0, input.indexOf(':')), input.slice(input.indexOf(':') + 1).trim());
    else if (option === '-d') body = input;
    else if (option === '-F') {
      body = form;
      const [name, value] = [input.slice(0, input.indexOf('=')), input.slice(input.indexOf('=') + 1)];
      if (!value.startsWith('@')) form.append(name, value);
      else form.append(name, files[value.slice(1)] ?? fail(value), value.slice(1));
    } else throw new Error(`curl is not given ${option} here`);
  }
  return await fetch(address, { method: body === undefined ? 'GET' : 'POST', headers, body });
}

function fail(file: string): never {
  throw new Error(`There is no file ${file}`);
}
