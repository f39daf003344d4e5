import { CodeStep } from '~/features/twofactor/components';
import { AdminSignIn } from './internal/AdminSignIn';

/** An administrator's sign-in: email and password, then the code of a second factor. */
export const SignInStep = ({ second }: { second: boolean }) =>
  second ? <CodeStep back="/admin" action="/admin?step=code" /> : <AdminSignIn />;
