import { expect, test } from 'vitest';
import { ACCEPTED_FILES, acceptAttribute, acceptedText, type FilePurpose } from './acceptedFiles';

test('forms state the accepted kinds and sizes of files', () => {
  expect(acceptedText('proof')).toBe('JPG, PNG, SVG or WebP, at most 5 MB');
  expect(acceptedText('document')).toBe('PDF (at most 10 MB), JPG or PNG (at most 5 MB)');
});

test.each(Object.keys(ACCEPTED_FILES) as FilePurpose[])(
  'a file chooser offers the kinds of a %s and no others',
  (purpose) => {
    const { kinds } = ACCEPTED_FILES[purpose];
    const offered = acceptAttribute(purpose).split(',');
    for (const [kind, extension] of Object.entries({
      jpeg: '.jpg',
      png: '.png',
      svg: '.svg',
      webp: '.webp',
      pdf: '.pdf',
      csv: '.csv',
    })) {
      expect([kind, offered.includes(extension)]).toEqual([kind, (kinds as readonly string[]).includes(kind)]);
    }
  },
);
