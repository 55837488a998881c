// The page as a folder of files, without a server that knows anything.

import { connect } from "./api";
import { isolate } from "./isolate";
import { begin } from "./page";
import { workers } from "./workers";

void isolate().then((again) => {
  if (again) return location.reload();
  connect(workers);
  begin();
});
