import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import type { Result } from '~/platform/result';
import { signInSchema } from '../schema';
import { type Client, type SignedIn, signIn } from './signIn.server';
import type { AuthRefusal } from './signInAnswers.server';

/** Checks credentials with the form strategy. Our session rows decide who is signed in; this decides whether a form may start one. */
export function authenticateForm(form: FormData, client: Client): Promise<Result<SignedIn, AuthRefusal>> {
  const authenticator = new Authenticator<Result<SignedIn, AuthRefusal>>();
  const strategy = new FormStrategy<Result<SignedIn, AuthRefusal>>(async ({ form: sent }) => {
    const { rememberme, ...credentials } = signInSchema.parse(Object.fromEntries(sent));
    return await signIn({ ...credentials, rememberme: rememberme === 'on' }, client);
  });
  // The guard has read the request's body already, so the strategy gets the form as a request of its own.
  const request = new Request('http://form.invalid/login', { method: 'POST', body: form });
  return authenticator.use(strategy, 'form').authenticate('form', request);
}
