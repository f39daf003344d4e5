/** Settings that live mode requires. */
export const LIVE = {
  MODE: 'live',
  OPERATOR_NAME: 'Operator Ltd',
  OPERATOR_LICENCE: '1',
  OPERATOR_REGULATOR: 'Regulator',
  OPERATOR_JURISDICTION: 'Somewhere',
  OPERATOR_ADDRESSES: 'BTC=1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  SUPPORT_EMAIL: 'support@operator.example',
  MAIL_FROM: 'no-reply@operator.example',
  PUBLIC_URL: 'https://operator.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  STORAGE_URL: 'file:/tmp/unused',
  SESSION_SECRET: 'a-session-secret-of-the-tests-only',
  SEAL_SECRET: 'another-secret-for-seals-of-the-tests',
};
