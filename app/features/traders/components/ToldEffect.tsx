import { Notice } from '~/ui/Notice';

/** What a form will do to copies, shown before it is done; sent along, so that it is done only as it was shown. */
export function ToldEffect({ told }: { told?: string }) {
  if (!told) return null;
  return (
    <>
      <Notice tone="warning" title="What this does">
        {told}. Nothing has been done yet.
      </Notice>
      <input type="hidden" name="_told" value={told} />
    </>
  );
}
