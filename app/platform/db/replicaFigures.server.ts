import { replicaState } from './index.server';

/** For `/metrics`; nothing where no replica is named. */
export const REPLICA_FIGURES = [
  {
    name: 'database_replica_used',
    help: '1 while pages are read from the replica, 0 while the primary answers in its place',
    read: async () => {
      const state = replicaState();
      return state && (state.used ? 1 : 0);
    },
  },
  {
    name: 'database_replica_behind_seconds',
    help: 'How old what the replica has may be',
    read: async () => replicaState()?.behindSeconds ?? null,
  },
];
