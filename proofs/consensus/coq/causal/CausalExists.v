(* From every start of unit tokens causal attention with the identity as value has a solution: its field is bounded,
   Lipschitz and continuous in time where tokens are first taken into the ball, and keeps them on the sphere. *)
From Coq Require Import Reals Lra List.
From Coq Require FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Frechet Drawn DrawnNear Existence States Families
  Gnomonic Company CausalLost CausalTold CausalAlmost.
Open Scope R_scope.

Section Exists.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head)
  (up_to before : Token -> Token -> R) (c p0 : R) (P Pt : R -> Head -> S -> S).
Hypothesis Ht : enumerates tokens.
Hypothesis Hh : enumerates heads.
Hypothesis Order : ordered up_to.
Hypothesis Ind : forall i j, before i j = 0 \/ before i j = 1.
Hypothesis Before : forall i j, before i j = 1 <-> up_to i j = 1 /\ i <> j.
Hypothesis C : 0 < c.
Hypothesis Adj : forall t a, 0 <= t -> adjoint (P t a) (Pt t a).
Hypothesis P0 : 0 <= p0.
Hypothesis Bd : forall t a x, 0 <= t -> vnorm (P t a x) <= p0 * vnorm x.
Hypothesis PC : forall eps, 0 < eps -> exists d, 0 < d /\ forall s t, 0 <= s -> 0 <= t -> Rabs (t - s) <= d ->
  forall a x, vnorm (vsub (P t a x) (P s a x)) <= eps * vnorm x.
Hypothesis Lm : limits S.
Let M := c * size heads.
Let n := size tokens.
Let n0 : 0 <= n.
Proof. apply total_nonneg. intro. lra. Qed.
Let M0 : 0 <= M.
Proof. apply Rmult_le_pos; [lra | apply total_nonneg; intro; lra]. Qed.
Let Lst : lists tokens := proj2 (proj2 Ht).
Let X := states S tokens Lst.
Let later t := Rmax 0 t.
Let later0 t : 0 <= later t.
Proof. apply Rmax_l. Qed.
Let into (x : Token -> S) i : S := into_ball (x i).
Let into1 x i : vnorm (into x i) <= 1.
Proof. apply into_ball_norm. Qed.
Local Notation pull := (CausalTold.pull tokens heads before c).
Let field t (x : X) : X := fun i => pull (P (later t)) (into x) i.
Let weights_short (Q : Head -> S -> S) (x : Token -> S) i j : Rabs (weight tokens heads (before i) c Q x (x i) j) <= M.
Proof.
  assert (W := weight_bounds tokens heads (before i) c Ht (Ind i) C Q x (x i) j). fold M in W. rewrite Rabs_right; lra.
Qed.
Let sum_short (Q : Head -> S -> S) (x : Token -> S) i : vnorm (sum_drawn tokens (weight tokens heads (before i) c Q
  (into x) (into x i)) (into x)) <= n * M.
Proof. apply sum_drawn_norm; auto. Qed.
Lemma field_bounded t (x : X) : vnorm (field t x) <= n * (2 * (n * M)).
Proof.
  assert (nM : 0 <= n * M) by (apply Rmult_le_pos; auto).
  apply (vnorm_states S tokens Lst); [lra|]. intro i. unfold field, CausalTold.pull, drawn.
  assert (W := sum_short (P (later t)) x i). set (f := sum_drawn _ _ _) in *.
  eapply Rle_trans; [apply vnorm_sub|]. rewrite vnorm_scale. assert (I := inner_le_vnorm (into x i) f).
  assert (Nx := into1 x i). assert (vnorm (into x i) * vnorm f <= 1 * (n * M)) by
    (apply Rmult_le_compat; auto using vnorm_nonneg).
  assert (Rabs (inner (into x i) f) * vnorm (into x i) <= n * M * 1) by
    (apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg; lra). lra.
Qed.
Let K := pull_factor tokens heads c p0.
Let K0 : 0 <= K.
Proof.
  assert (0 <= n * M) by (apply Rmult_le_pos; auto).
  assert (0 <= n * weights_factor heads c p0) by (apply Rmult_le_pos; [auto | apply weights_factor_nonneg; auto]).
  unfold K, pull_factor. fold n M. lra.
Qed.
Lemma field_lipschitz t (x y : X) : vnorm (vsub (field t x) (field t y)) <= n * (K * (n * 2)) * vnorm (vsub x y).
Proof.
  assert (V := vnorm_nonneg (vsub x y : X)). rewrite Rmult_assoc.
  apply (vnorm_states S tokens Lst); [repeat apply Rmult_le_pos; lra|]. intro i.
  eapply Rle_trans; [exact (pulls_near tokens heads before c p0 Ht Ind C P0 (P (later t)) (Pt (later t))
    (fun a => Adj _ a (later0 t)) (fun a z => Bd _ a z (later0 t)) (into x) (into y) i (into1 x) (into1 y))|].
  fold K. rewrite Rmult_assoc. apply Rmult_le_compat_l; [exact K0|]. rewrite Rmult_assoc. unfold n, size.
  rewrite <- total_scale_r. apply total_le. intro j. rewrite Rmult_1_l. eapply Rle_trans; [apply into_ball_near|].
  apply Rmult_le_compat_l; [lra | exact (vnorm_token S tokens Lst (vsub x y : X) j)].
Qed.
Lemma field_continuous eps : 0 < eps -> exists d, 0 < d /\ forall (s t : R) (x : X), Rabs (t - s) <= d ->
  vnorm (vsub (field t x) (field s x)) <= eps.
Proof.
  intro E. set (Q := n * (2 * (n * (c * (size heads * 2))))).
  assert (H0 : 0 <= size heads) by (apply total_nonneg; intro; lra).
  assert (Q0 : 0 <= Q) by (unfold Q; repeat apply Rmult_le_pos; lra).
  set (e := eps / (Q + 1)). assert (Ep : 0 < e) by (apply Rdiv_lt_0_compat; lra).
  assert (Qe : Q * e <= eps).
  { apply Rle_trans with ((Q + 1) * e); [apply Rmult_le_compat_r; lra | right; unfold e; field; lra]. }
  destruct (PC e Ep) as [d [D H]]. exists d. split; [exact D|]. intros s t x Near. clearbody e.
  assert (Near' : Rabs (later t - later s) <= d).
  { eapply Rle_trans; [|exact Near]. unfold later, Rmax. repeat destruct (Rle_dec _ _); apply Rabs_le; unfold Rabs;
      destruct (Rcase_abs _); lra. }
  specialize (H (later s) (later t) (later0 s) (later0 t) Near').
  assert (Gap : forall (z w : S) a, vnorm z <= 1 -> vnorm w <= 1 ->
    Rabs (inner z (P (later t) a w) - inner z (P (later s) a w)) <= e).
  { intros z w a Z W. replace (_ - _) with (inner z (vsub (P (later t) a w) (P (later s) a w))) by (inners; ring).
    eapply Rle_trans; [apply inner_le_vnorm|]. rewrite <- (Rmult_1_l e). apply Rmult_le_compat; auto using vnorm_nonneg.
    eapply Rle_trans; [apply H|]. rewrite <- (Rmult_1_r e) at 2. apply Rmult_le_compat_l; lra. }
  apply Rle_trans with (Q * e); [|exact Qe]. replace (Q * e) with (n * (2 * (n * (c * (size heads * (2 * e)))))) by
    (unfold Q; ring).
  apply (vnorm_states S tokens Lst); [repeat apply Rmult_le_pos; lra|]. intro i.
  eapply Rle_trans; [apply (drawn_near tokens (weight tokens heads (before i) c (P (later t)) (into x) (into x i))
    (weight tokens heads (before i) c (P (later s)) (into x) (into x i)) (into x) (into x) (into x i) (into x i)
    (c * (size heads * (2 * e))) 0 M); auto|].
  - intro j. apply weight_near; auto; lra.
  - intro j. rewrite vsub_self, vnorm_zero. lra.
  - rewrite vsub_self, vnorm_zero. fold n. lra.
Qed.
Theorem flow_exists x0 : (forall i, inner (x0 i) (x0 i) = 1) -> exists y, flows tokens heads up_to c P y /\ y 0 = x0.
Proof.
  intro X0. destruct (limits_states S tokens Lst Lm) as [lim Lim].
  assert (L0 : 0 <= n * (K * (n * 2))) by (repeat apply Rmult_le_pos; lra).
  assert (Begins := solution_begins field _ _ L0 field_bounded field_lipschitz field_continuous lim Lim 0 x0).
  assert (Solves := solution_solves field _ _ L0 field_bounded field_lipschitz field_continuous lim Lim 0 x0).
  set (x := solution field lim 0 x0) in *.
  assert (Moves : forall t i, is_vderive (fun s => x s i) t (field t (x t) i)).
  { intros t i eps E. destruct (Solves t eps E) as [d D]. exists d. intros h H. eapply Rle_trans; [|exact (D h H)].
    exact (vnorm_token S tokens Lst (vsub (x (t + h)) (vadd (x t) (vscale h (field t (x t)))) : X) i). }
  assert (On : forall t i, inner (x t i) (x t i) = 1).
  { intros t i. apply (ball_keeps_sphere (fun s => x s i) (fun s => sum_drawn tokens (weight tokens heads (before i) c
      (P (later s)) (into (x s)) (into (x s) i)) (into (x s))) (n * M) 0).
    - intro s. apply sum_short.
    - intro s. apply Moves.
    - rewrite Begins. apply X0. }
  exists x. split; [|exact Begins]. intros t i T. assert (D := Moves t i). unfold field in D.
  replace (into (x t)) with (x t) in D.
  2: { apply FunctionalExtensionality.functional_extensionality. intro j. symmetry. apply into_ball_unit, On. }
  replace (later t) with t in D by (unfold later; rewrite Rmax_right; auto).
  eapply vderive_eq; [exact D|]. symmetry.
  exact (own_pull tokens heads up_to before c P x Ht Order Ind Before t i (On t i)).
Qed.
End Exists.
