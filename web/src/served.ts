// The page of `kralle serve`.

import { connect } from "./api";
import { network } from "./network";
import { begin } from "./page";

connect(network);
begin();
