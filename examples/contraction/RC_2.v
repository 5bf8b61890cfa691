(* RC-2: the mean stays, differences to it add up to 0, and a layer shrinks these by the gap. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Spreads.
From Claimed Require Import RC_2.
Open Scope R_scope.

Section Layer.
Context {S : inner_product_space} {Token : Type} (T : list Token).
Local Notation squares := (squares T). Local Notation products := (products T).
Local Notation mean := (mean T). Local Notation aside := (aside T).
Definition blend (e : R) (z y : Token -> S) i := vadd (vscale (1 - e) (z i)) (vscale e (y i)).

Lemma products_le g (z y : Token -> S) : 0 <= g -> squares y <= g ^ 2 * squares z -> products z y <= g * squares z.
Proof.
  intros G H. apply le_epsilon. intros e E. set (Z := squares z) in *. assert (NZ : 0 <= Z) by apply (squares_nonneg T).
  set (t := g + e / (Z + 1)). assert (P : 0 < e / (Z + 1)) by (apply Rdiv_lt_0_compat; lra).
  assert (Q := squares_nonneg T (fun i => vadd (vscale t (z i)) (vscale (-1) (y i)))). rewrite squares_of in Q. fold Z in Q.
  assert (L : g ^ 2 * Z <= t * t * Z).
  { apply Rmult_le_compat_r; auto. simpl. rewrite Rmult_1_r. unfold t. apply Rmult_le_compat; lra. }
  assert (M : products z y <= t * Z).
  { apply Rmult_le_reg_l with (2 * t); [unfold t; lra|]. lra. }
  eapply Rle_trans; [exact M|]. unfold t. rewrite Rmult_plus_distr_r. apply Rplus_le_compat_l.
  apply Rle_trans with (e / (Z + 1) * (Z + 1)); [apply Rmult_le_compat_l; lra | right; field; lra].
Qed.
Lemma layer_shrinks e g (z y : Token -> S) : 0 <= e <= 1 -> 0 <= g -> squares y <= g ^ 2 * squares z ->
  squares (blend e z y) <= (1 - e + e * g) ^ 2 * squares z.
Proof.
  intros E G H. unfold blend. rewrite squares_of. assert (P := products_le g z y G H).
  assert (A : 0 <= 2 * (1 - e) * e) by (repeat apply Rmult_le_pos; lra).
  assert (B : 0 <= e * e) by (apply Rmult_le_pos; lra).
  apply (Rmult_le_compat_l _ _ _ A) in P. apply (Rmult_le_compat_l _ _ _ B) in H. lra.
Qed.

(* ------------------------------------------------------------------ the mean *)

Variables (A : Token -> Token -> R) (e : R) (x : Token -> S).
Hypothesis row : forall i, total T (A i) = 1.
Hypothesis column : forall j, total T (fun i => A i j) = 1.
Definition after i := vadd (vscale (1 - e) (x i)) (vscale e (vtotal T (fun j => vscale (A i j) (x j)))).
Definition seen (z : Token -> S) i := vtotal T (fun j => vscale (A i j) (z j)).

Lemma mean_stays : mean after = mean x.
Proof.
  unfold Spreads.mean. f_equal. apply inner_ext. intro z. rewrite !inner_vtotal_l. unfold after.
  rewrite (total_ext T _ (fun i => (1 - e) * inner (x i) z + e * total T (fun j => A i j * inner (x j) z))).
  2:{ intro i. rewrite inner_add_l, !inner_scale_l, inner_vtotal_l. do 2 f_equal. apply total_ext. intro j. apply inner_scale_l. }
  rewrite total_add, !total_scale, total_swap.
  rewrite (total_ext T (fun j => total T (fun i => A i j * inner (x j) z)) (fun j => inner (x j) z)); [ring|].
  intro j. rewrite total_scale_r, column. ring.
Qed.
Lemma aside_after i : aside after i = blend e (aside x) (seen (aside x)) i.
Proof.
  unfold Spreads.aside at 1. rewrite mean_stays. apply inner_ext. intro z. unfold blend, seen, after, Spreads.aside, vsub.
  rewrite !inner_add_l, !inner_scale_l, !inner_vtotal_l, !inner_add_l, !inner_scale_l.
  rewrite (total_ext T (fun k => inner (vscale (A i k) (vadd (x k) (vscale (-1) (mean x)))) z)
    (fun k => inner (vscale (A i k) (x k)) z + A i k * (-1 * inner (mean x) z))).
  2:{ intro k. rewrite !inner_scale_l, inner_add_l, inner_scale_l. ring. }
  rewrite total_add, total_scale_r. rewrite row. ring.
Qed.
Theorem aside_shrinks g : 0 <= e <= 1 -> 0 <= g ->
  squares (seen (aside x)) <= g ^ 2 * squares (aside x) ->
  squares (aside after) <= (1 - e + e * g) ^ 2 * squares (aside x).
Proof.
  intros E G H. unfold Spreads.squares at 1. rewrite (total_ext T _ (fun i => inner (blend e (aside x) (seen (aside x)) i)
    (blend e (aside x) (seen (aside x)) i))) by (intro i; rewrite aside_after; reflexivity).
  apply layer_shrinks; auto.
Qed.
End Layer.

Theorem proof : RC_2.
Proof.
  intros S Token T A eps x _ Fin E0 E1 A0 A1 A2 L gamma G0 G1 r [Gap Rate].
  set (q := 1 - eps * gamma) in *.
  assert (Q : 0 <= q). { unfold q. assert (eps * gamma <= 1 * 1) by (apply Rmult_le_compat; lra). lra. }
  assert (Q2 : q ^ 2 <= exp (-2 * r)).
  { replace (exp (-2 * r)) with (exp (-1 * r) * exp (-1 * r)) by (rewrite <- exp_plus; f_equal; ring).
    simpl. rewrite Rmult_1_r. apply Rmult_le_compat; auto. }
  assert (Shrinks : forall E, squares T (aside T (x 0%nat)) <= E ->
    forall k, squares T (aside T (x k)) <= E * exp (-2 * r * INR k)).
  { intros E Start k. assert (HE : 0 <= E) by exact (Rle_trans _ _ _ (squares_nonneg T _) Start).
    induction k as [|k IH]; [simpl INR; rewrite Rmult_0_r, exp_0, Rmult_1_r; exact Start|].
    assert (Far := Gap k).
    assert (H := aside_shrinks T (A k) eps (x k) (A1 k) (A2 k) (1 - gamma) ltac:(lra) ltac:(lra)
      (Far _ (aside_adds_up T Fin (x k)))).
    replace (1 - eps + eps * (1 - gamma)) with q in H by (unfold q; ring).
    replace (squares T (aside T (x (Datatypes.S k)))) with (squares T (aside T (after T (A k) eps (x k)))).
    2:{ unfold squares. apply total_ext. intro i. unfold aside, mean, after. rewrite L.
        replace (vtotal T (x (Datatypes.S k))) with (vtotal T (after T (A k) eps (x k))); [reflexivity|].
        apply inner_ext. intro z. rewrite !inner_vtotal_l. apply total_ext. intro l. rewrite L. reflexivity. }
    eapply Rle_trans; [exact H|].
    replace (E * exp (-2 * r * INR (Datatypes.S k))) with (exp (-2 * r) * (E * exp (-2 * r * INR k))).
    2:{ rewrite S_INR, Rmult_comm, Rmult_assoc, <- exp_plus. do 2 f_equal. ring. }
    apply Rmult_le_compat; auto; [apply pow2_ge_0 | apply (squares_nonneg T)]. }
  split.
  - intros E HE Start. exact (Shrinks E Start).
  - intros D HD Start k i j. assert (N := size_positive T Fin).
    assert (Small := spread_small T Fin (x 0%nat) D HD Start). unfold spread in Small.
    assert (H := Shrinks (size T * (D * D) / 2) ltac:(lra) k).
    assert (F := distance_small T Fin (x k) i j). unfold spread in F.
    assert (P : 0 <= sqrt (size T) * D * exp (-1 * r * INR k)).
    { repeat apply Rmult_le_pos; auto; [apply sqrt_pos | left; apply exp_pos]. }
    rewrite <- (sqrt_square _ P). apply sqrt_le_1_alt. eapply Rle_trans; [exact F|].
    replace (_ * D * exp _ * _) with (2 * (size T * (D * D) / 2 * exp (-2 * r * INR k))); [lra|].
    replace (exp (-2 * r * INR k)) with (exp (-1 * r * INR k) * exp (-1 * r * INR k)) by (rewrite <- exp_plus; f_equal; ring).
    rewrite <- (sqrt_sqrt (size T)) at 1 by lra. field.
Qed.
