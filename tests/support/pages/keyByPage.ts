import type { Client } from './client';

/**
 * Issues a signal key to the first eligible trader on the administrator's page.
 * @returns the key, which the page shows once
 */
export async function keyByPage(administrator: Client): Promise<string> {
  const [, trader] = /\?key=([0-9a-f-]{36})/.exec(await administrator.page('/admin/signals')) ?? [];
  if (!trader) throw new Error('No trader can have a key');
  const form = await administrator.form(`/admin/signals?key=${trader}`, 'trader');
  const input = await administrator.agree(form, { _intent: 'give-key' });
  const [key] = /mbs_[\w-]+/.exec(await input.text()) ?? [];
  if (!key) throw new Error('No key was given');
  return key;
}
