// Included before everything else when better-sqlite3 is compiled.
//
// From Node 24.19 on, <node_object_wrap.h> has each wrapped object take back a cleanup hook as it is freed. Garbage
// collection frees it where no context is entered, and there that call ends the whole process (nodejs/node#65446).
// Here the hooks are left out, as they were before. better-sqlite3 13 would not need this, but needs Node 22.14.
#include <node.h>

#define AddEnvironmentCleanupHook(...) static_cast<void>(0)
#define RemoveEnvironmentCleanupHook(...) static_cast<void>(0)
#include <node_object_wrap.h>
#undef AddEnvironmentCleanupHook
#undef RemoveEnvironmentCleanupHook
