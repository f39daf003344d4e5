import { Link, useLocation } from '~/web/router';

/** Reload link. While prices change, the script replaces it by "Live" and a checkbox that pauses updates. */
export function LiveMark() {
  const { pathname, search } = useLocation();
  return (
    <span className="live-mark print:hidden">
      <Link to={pathname + search} className="live-not inline-flex min-h-11 items-center">
        Reload
      </Link>
      <span className="live-now items-center gap-3">
        <span className="live-dot inline-flex items-center gap-1.5 text-sm font-medium text-profit">Live</span>
        <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm text-muted">
          <input type="checkbox" data-still className="size-4" />
          Pause
        </label>
      </span>
      <span className="live-paused flex-wrap items-center gap-x-3 text-sm">
        Prices paused to save data
        <button type="button" data-turn-on className="min-h-11 px-2 font-medium text-accent underline">
          Turn on
        </button>
      </span>
    </span>
  );
}
