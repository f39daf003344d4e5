export type FaultText = { title: string; message: string; again: boolean };

const WORDS: Record<number, FaultText> = {
  400: { title: 'That request was not understood', message: 'Please go back and try again.', again: false },
  403: {
    title: 'That is not allowed',
    message: 'You may be signed in as another user, or the page was too old.',
    again: true,
  },
  404: {
    title: 'This page is not here',
    message: 'It may have moved, or the address may be mistyped.',
    again: false,
  },
  405: { title: 'This address is not for that', message: 'Please open the page itself and use its form.', again: true },
  413: { title: 'That is too much at once', message: 'Please send less, or a smaller file.', again: true },
  429: { title: 'That was a lot at once', message: 'Please wait a moment and try again.', again: true },
  503: {
    title: 'We will be right back',
    message: 'Something we depend on is not answering. Nothing was changed.',
    again: true,
  },
};

const UNEXPECTED: FaultText = {
  title: 'Unexpected Application Error!',
  message: 'We have recorded it and will look into it. Nothing was changed.',
  again: true,
};

export const describeFault = (status: number): FaultText =>
  WORDS[status] ?? (status < 500 ? { ...UNEXPECTED, title: 'That did not work', message: '' } : UNEXPECTED);
