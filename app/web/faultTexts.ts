export type FaultText = { title: string; message: string; canRetry: boolean };

const FAULT_TEXTS: Record<number, FaultText> = {
  400: { title: 'This request could not be read', message: 'Please go back and try again.', canRetry: false },
  403: {
    title: 'This is not allowed',
    message: 'You may be signed in as another user, or the page was out of date.',
    canRetry: true,
  },
  404: {
    title: 'Page not found',
    message: 'It may have moved, or the address may be mistyped.',
    canRetry: false,
  },
  405: {
    title: 'This form can’t be sent here',
    message: 'Please open the page itself and use its form.',
    canRetry: true,
  },
  413: { title: 'This is too large', message: 'Please send less, or a smaller file.', canRetry: true },
  429: { title: 'Too many requests', message: 'Please wait a moment and try again.', canRetry: true },
  503: {
    title: 'We will be right back',
    message: 'Something we depend on is not answering. Nothing was changed.',
    canRetry: true,
  },
};

const UNEXPECTED_FAULT: FaultText = {
  title: 'Unexpected Application Error!',
  message: 'We have recorded it and will look into it. Nothing was changed.',
  canRetry: true,
};

export const describeFault = (status: number): FaultText =>
  FAULT_TEXTS[status] ??
  (status < 500 ? { ...UNEXPECTED_FAULT, title: 'That did not work', message: '' } : UNEXPECTED_FAULT);
