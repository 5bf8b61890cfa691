(* B-L1: all tokens are multiples of one push, so on its line, or there is no push. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting.
Open Scope R_scope.

(* The sum of vectors that are v or -v is a multiple of v. *)
Lemma sum_on_a_line {S : inner_product_space} {I} (T : list I) (x : I -> S) (v : S) :
  (forall i, x i = v \/ x i = vscale (-1) v) -> exists m, vtotal T x = vscale m v.
Proof.
  intros Line. induction T as [|j T [m E]]; simpl.
  - exists 0. apply inner_ext. intro z. rewrite inner_scale_l, inner_zero_l. ring.
  - rewrite E. destruct (Line j) as [-> | ->]; [exists (1 + m) | exists (m - 1)];
      apply inner_ext; intro z; rewrite inner_add_l, !inner_scale_l; ring.
Qed.

Section AtRest.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (V : S -> S) (x : Token -> S) (tau : R).
Definition stays (w : S) := forall i, sqrt (inner (vadd (x i) (vscale tau w)) (vadd (x i) (vscale tau w))) <> 0 /\
  vscale (/ sqrt (inner (vadd (x i) (vscale tau w)) (vadd (x i) (vscale tau w)))) (vadd (x i) (vscale tau w)) = x i.
Definition on_line v := forall i, x i = v \/ x i = vscale (-1) v.
Definition pushes := V (vscale (/ size tokens) (vtotal tokens x)).
Definition nonsingular := forall z, V z = vzero -> z = vzero.
Lemma one_push w : (forall i, inner (x i) (x i) = 1) -> 0 < tau -> stays w ->
  w = vzero \/ exists v, inner v v = 1 /\ on_line v.
Proof.
  intros Unit Step Rest. destruct (Req_EM_T (inner w w) 0) as [Zero|Some]; [left; apply inner_definite, Zero | right].
  assert (W : w <> vzero) by (intro E; apply Some; rewrite E; apply inner_zero_l).
  exists (vscale (/ vnorm w) w). split; [exact (direction_unit w W)|]. intro i.
  destruct (proj1 (layer_rests (x i) w tau (Unit i) Step) (Rest i)) as [a [E _]].
  exact (parallel_to w (x i) a (Unit i) W E).
Qed.
Lemma no_push : enumerates tokens -> nonsingular /\ pushes = vzero -> vtotal tokens x = vzero.
Proof.
  intros ET [Nonsingular E]. assert (N := size_positive tokens ET). apply Nonsingular in E.
  rewrite <- (vscale_one S (vtotal tokens x)). replace 1 with (size tokens * / size tokens) by (field; lra).
  rewrite <- vscale_vscale, E. apply inner_ext. intro z. rewrite inner_scale_l, inner_zero_l. ring.
Qed.
Lemma line_is_kept v : enumerates tokens -> adjoint V V -> (forall i, inner (x i) (x i) = 1) -> 0 < tau ->
  stays pushes /\ on_line v -> vtotal tokens x = vzero \/ exists mu, V v = vscale mu v.
Proof.
  intros ET Sym Unit Step [Rest Line]. destruct (sum_on_a_line tokens x v Line) as [m E].
  destruct (Req_EM_T m 0) as [-> | M]; [left | right].
  { rewrite E. apply inner_ext. intro z. rewrite inner_scale_l, inner_zero_l. ring. }
  assert (N := size_positive tokens ET). destruct (some_of tokens ET) as [i _].
  destruct (proj1 (layer_rests (x i) pushes tau (Unit i) Step) (Rest i)) as [a [Q _]].
  assert (P : exists b, pushes = vscale b v).
  { rewrite Q. destruct (Line i) as [-> | ->]; [exists a | exists (a * -1); apply vscale_vscale]; reflexivity. }
  destruct P as [b P]. exists (b * size tokens / m). unfold pushes in P.
  rewrite E, vscale_vscale, (adjoint_scale V V Sym) in P.
  apply inner_ext. intro z. assert (Z := f_equal (fun u => inner u z) P). cbv beta in Z.
  rewrite !inner_scale_l in Z. rewrite inner_scale_l.
  replace (b * size tokens / m * inner v z) with (b * inner v z * size tokens / m) by (field; lra).
  rewrite <- Z. field. lra.
Qed.
Lemma classes : (forall w, stays w -> w = vzero \/ exists v, inner v v = 1 /\ on_line v) ->
  (nonsingular /\ pushes = vzero -> vtotal tokens x = vzero) ->
  (forall v, inner v v = 1 -> stays pushes /\ on_line v -> vtotal tokens x = vzero \/ exists mu, V v = vscale mu v) ->
  nonsingular /\ stays pushes -> vtotal tokens x = vzero \/ exists v, inner v v = 1 /\
    ((exists mu, V v = vscale mu v) /\ on_line v).
Proof.
  intros Push None Kept [N Rest]. destruct (Push pushes Rest) as [Z|[v [U Line]]]; [left; auto|].
  destruct (Kept v U (conj Rest Line)) as [Z|E]; [left; exact Z | right; eauto].
Qed.
End AtRest.
