import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import type { Result } from '~/platform/result';
import { signInSchema } from '../schema';
import { type Client, type SignedIn, signIn } from './signIn.server';
import type { AuthRefusal } from './signInAnswers.server';

/** Checks credentials with the form strategy. It decides whether a session may start; the session rows decide who is signed in. */
export function authenticateForm(form: FormData, client: Client): Promise<Result<SignedIn, AuthRefusal>> {
  const authenticator = new Authenticator<Result<SignedIn, AuthRefusal>>();
  const strategy = new FormStrategy<Result<SignedIn, AuthRefusal>>(async ({ form: sent }) => {
    const { rememberme, ...credentials } = signInSchema.parse(Object.fromEntries(sent));
    return await signIn({ ...credentials, rememberme: rememberme === 'on' }, client);
  });
  // The guard has already read the body of the request, so the strategy gets a new request with the form.
  const request = new Request('http://form.invalid/login', { method: 'POST', body: form });
  return authenticator.use(strategy, 'form').authenticate('form', request);
}
