// A game with its variations. A node is a move; the root is the start.

export interface Node {
  move: string;
  parent: Node | null;
  children: Node[];
  clock: number | null;
  comments: string[];
  /** The first team's expected share of the points after it, where it was analysed. */
  share: number | null;
}

function node(move: string, parent: Node | null): Node {
  return { move, parent, children: [], clock: null, comments: [], share: null };
}

export class Tree {
  root: Node = node("", null);
  current: Node = this.root;

  /** The moves from the start to a node. */
  static path(at: Node): Node[] {
    const path: Node[] = [];
    for (let step: Node | null = at; step?.parent; step = step.parent) path.unshift(step);
    return path;
  }

  moves(at: Node = this.current): string[] {
    return Tree.path(at).map((step) => step.move);
  }

  /** The line that is shown: through the current node to its end. */
  line(): Node[] {
    const line = Tree.path(this.current);
    let last = this.current;
    while (last.children[0]) line.push((last = last.children[0]));
    return line;
  }

  play(move: string): Node {
    const known = this.current.children.find((child) => child.move === move);
    const next = known ?? node(move, this.current);
    if (!known) this.current.children.push(next);
    this.current = next;
    return next;
  }

  /** Makes the variation of the current node the main line. */
  promote(): void {
    for (let step: Node | null = this.current; step?.parent; step = step.parent) {
      const { children } = step.parent;
      const at = children.indexOf(step);
      if (at > 0) {
        children.splice(at, 1);
        children.unshift(step);
        return;
      }
    }
  }

  /** Deletes the current move and all that follows it. */
  remove(): void {
    const { parent } = this.current;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== this.current);
    this.current = parent;
  }

  /** For storage and links: nested lists, the current node by its path. */
  toJSON(): unknown {
    const pack = (at: Node): unknown => [at.move, at.clock, at.comments, at.children.map(pack)];
    return { tree: this.root.children.map(pack), at: this.indices(this.current) };
  }

  private indices(at: Node): number[] {
    return Tree.path(at).map((step) => step.parent!.children.indexOf(step));
  }

  static from(data: unknown): Tree {
    const tree = new Tree();
    const { tree: children, at } = data as { tree: unknown[]; at: number[] };
    const unpack = (packed: unknown, parent: Node): Node => {
      const [move, clock, comments, rest] = packed as [string, number | null, string[], unknown[]];
      const made = { ...node(move, parent), clock, comments };
      made.children = rest.map((child) => unpack(child, made));
      return made;
    };
    tree.root.children = children.map((child) => unpack(child, tree.root));
    for (const index of at) tree.current = tree.current.children[index] ?? tree.current;
    return tree;
  }
}
