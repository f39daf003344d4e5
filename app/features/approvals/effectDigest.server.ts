import { hashSecret } from '~/platform/ids';

/** What names an effect in a form: SHA-256 of its canonical bytes, so that an administrator approves what they were shown. */
export const effectDigest = (kept: string): string => hashSecret(kept);
