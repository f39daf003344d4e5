import type { Installation, SignIn } from '../servers/installation';

/** Input of a form; an array has one value for each ticked checkbox. */
export type Fields = Record<string, string | Blob | string[]>;

/** A rendered form: its target, and its hidden and preset fields. */
export type DrawnForm = { action: string; multipart: boolean; fields: Record<string, string> };

/** A browser without scripts: cookies, pages, and posts of rendered forms. */
export class Client {
  readonly cookies = new Map<string, string>();

  constructor(readonly installation: Installation) {}

  get origin(): string {
    return this.installation.origin;
  }

  /** Header `Cookie` of this client. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Sends one request with this client's cookies; redirects are not followed. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('Cookie')) headers.set('Cookie', this.cookie);
    const response = await this.send(new URL(path, this.origin), { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  protected send(url: URL, init: RequestInit): Promise<Response> {
    return fetch(url, init);
  }

  async page(path: string): Promise<string> {
    const response = await this.fetch(path);
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return await response.text();
  }

  /** Returns the rendered form of a page that has the named field (or button). */
  async form(path: string, having: string): Promise<DrawnForm> {
    const form = formsOf(await this.page(path), path).find(
      ({ fields, names }) => having in fields || names.has(having),
    );
    if (!form) throw new Error(`${path} has no form with "${having}"`);
    return form;
  }

  /** Posts a rendered form with a person's input. */
  async post(
    { action, multipart, fields }: DrawnForm,
    added: Fields = {},
    headers: HeadersInit = {},
  ): Promise<Response> {
    const all = { ...fields, ...added };
    const body = multipart ? new FormData() : new URLSearchParams();
    for (const [name, value] of Object.entries(all)) {
      for (const each of Array.isArray(value) ? value : [value]) body.append(name, each as string);
    }
    return await this.fetch(action, { method: 'POST', body, headers: { Origin: this.origin, ...headers } });
  }

  /** Opens a page, fills in the form that has these fields, and submits it. */
  async submit(path: string, added: Fields): Promise<Response> {
    return await this.post(await this.form(path, Object.keys(added)[0] ?? ''), added);
  }

  /** Posts a form whose page shows a preview first, and confirms it. */
  async agree(form: DrawnForm, added: Fields = {}): Promise<Response> {
    return await this.post(await this.previewed(form, added), added);
  }

  /** Returns a form with the digest of its preview, which confirms the previewed effect. */
  async previewed(form: DrawnForm, added: Fields = {}): Promise<DrawnForm> {
    // An open entry of a queue has the effect of its approval already.
    const { _preview, ...fields } = form.fields;
    const answer = await this.post({ ...form, fields }, added);
    const text = await answer.text();
    const shown = formsOf(text, form.action).filter((each) => each.fields._preview);
    const expected = added._intent ?? form.fields._intent;
    const digest = (shown.find((each) => each.fields._intent === expected) ?? shown[0])?.fields._preview;
    if (!digest) throw new Error(`${form.action} answered ${answer.status} without saying what it would do: ${text}`);
    return { ...form, fields: { ...form.fields, _preview: digest } };
  }

  /** Signs up an investor, and verifies their address by the link that the page shows in paper mode. */
  async signUp({ email, password }: SignIn): Promise<Response> {
    await this.submit('/signup', { firstName: 'Mia', lastName: 'Moss', email, password });
    const [, mailed = ''] = /action="(\/[\w-]+\/verify\/[^"]+)"/.exec(await this.page('/verify')) ?? [];
    return await this.submit(mailed, { _intent: 'verify' });
  }

  /** Signs an investor in. */
  async signIn({ email, password }: SignIn): Promise<this> {
    const response = await this.submit('/login', { email, password });
    if (response.headers.get('Location') !== '/dashboard') throw new Error(`Sign-in answered ${response.status}`);
    return this;
  }

  /** Signs an administrator in. */
  async signInAdmin({ email, password }: SignIn): Promise<this> {
    const response = await this.submit('/admin', { email, password });
    if (response.status !== 303) throw new Error(`Administrator's sign-in answered ${response.status}`);
    return this;
  }
}

type Found = DrawnForm & { names: Set<string> };

/** Returns the post forms in a page's HTML. */
export function formsOf(html: string, path: string): Found[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)]
    .filter(([, attributes = '']) => /method="post"/i.test(attributes))
    .map(([, attributes = '', inside = '']) => {
      const controls = [...inside.matchAll(/<(input|button|select|textarea)\b([^>]*)>/g)].map(
        ([, , text = '']) => text,
      );
      const fields: Record<string, string> = {};
      const names = new Set<string>();
      for (const control of controls) {
        const name = attribute(control, 'name');
        if (!name) continue;
        names.add(name);
        const type = attribute(control, 'type');
        const unticked = (type === 'checkbox' || type === 'radio') && !/\bchecked\b/.test(control);
        const value = attribute(control, 'value');
        if (value !== null && !unticked && type !== 'submit') fields[name] = value;
      }
      return {
        action: attribute(attributes, 'action') ?? path,
        multipart: /multipart/.test(attributes),
        fields,
        names,
      };
    });
}

function attribute(text: string, name: string): string | null {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`, 'i').exec(text)?.[1];
  if (value === undefined) return null;
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
