(* Attention with symmetric value matrices that share a top eigenvector v: the part of every token
   along v obeys one scalar equation. Heads, masks and what the weights depend on are any. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Spheres Tangent Oja.
Open Scope R_scope.

Definition value_pull {S : inner_product_space} {Token Head} (tokens : list Token) (heads : list Head)
  (alpha : Head -> Token -> Token -> R) (U : Head -> S -> S) (y : Token -> S) (i : Token) : S :=
  vtotal tokens (fun j => vtotal heads (fun a => vscale (alpha a i j) (U a (y j)))).
(* |<p, U q>| <= c |p| |q| for all p and q across v *)
Definition across_bound {S : inner_product_space} (v : S) (U : S -> S) (c : R) :=
  forall p q, inner v p = 0 -> inner v q = 0 -> Rabs (inner p (U q)) <= c * (vnorm p * vnorm q).

(* ------------------------------------------------------------------ 1. sums and parts *)

Lemma total_abs_le {I} (T : list I) (f g : I -> R) : (forall i, Rabs (f i) <= g i) ->
  Rabs (total T f) <= total T g.
Proof.
  intros H. induction T as [|i T IH]; simpl; [rewrite Rabs_R0; lra|].
  eapply Rle_trans; [apply Rabs_triang|]. specialize (H i). lra.
Qed.
Lemma inhabitant {I} (T : list I) : enumerates T -> exists i : I, True.
Proof. intros [N _]. destruct T as [|i T]; [destruct N; reflexivity | exists i; exact Logic.I]. Qed.
Lemma bounded_together {S : inner_product_space} {Head} (heads : list Head) (U : Head -> S -> S) :
  lists heads -> (forall a, bounded_operator (U a)) ->
  exists C, 0 <= C /\ forall a x, vnorm (U a x) <= C * vnorm x.
Proof.
  intros All B. assert (H : forall T : list Head, exists C, 0 <= C /\ forall a, In a T ->
    forall x, vnorm (U a x) <= C * vnorm x).
  { induction T as [|a T [C [C0 H]]]; [exists 0; split; [lra | intros a []]|].
    destruct (B a) as [D [D0 HD]]. exists (Rmax C D). assert (L := Rmax_l C D). assert (R := Rmax_r C D).
    split; [lra|]. intros e [<-|J] x; assert (N := vnorm_nonneg x);
      (eapply Rle_trans; [first [apply HD | apply H, J] | apply Rmult_le_compat_r; auto]). }
  destruct (H heads) as [C [C0 HC]]. exists C. split; auto.
Qed.
Section Parts.
Context {S : inner_product_space} (v : S) (U : S -> S) (lam : R).
Hypothesis Pole : inner v v = 1.
Hypothesis Sym : adjoint U U.
Hypothesis Eigen : U v = vscale lam v.
Definition off (x : S) := vsub x (vscale (inner v x) v).
Lemma inner_off x : inner v (off x) = 0.
Proof. unfold off, vsub. rewrite inner_add_r, !inner_scale_r, Pole. ring. Qed.
Lemma vnorm_off x : inner x x = 1 -> vnorm (off x) = sqrt (1 - inner v x * inner v x).
Proof.
  intros X. unfold vnorm. f_equal. unfold off, vsub.
  rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, Pole, X, (inner_sym _ x v). ring.
Qed.
Lemma form_parts x z : inner x (U z) = lam * inner v x * inner v z + inner (off x) (U (off z)).
Proof.
  unfold off, vsub. rewrite (adjoint_add _ _ Sym), !(adjoint_scale _ _ Sym), Eigen.
  rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r.
  assert (V : forall u, inner v (U u) = lam * inner v u)
    by (intro u; rewrite <- Sym, Eigen, inner_scale_l; reflexivity).
  rewrite V, Pole, (inner_sym _ x v). ring.
Qed.
End Parts.
Lemma square_nonneg_unit b : -1 <= b <= 1 -> 0 <= 1 - b * b.
Proof. intros H. assert (0 <= (1 - b) * (1 + b)) by (apply Rmult_le_pos; lra). lra. Qed.

(* ------------------------------------------------------------------ 2. the flow *)

Section Flow.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head)
  (U : Head -> S -> S) (v : S) (lam : Head -> R) (alpha : R -> Head -> Token -> Token -> R)
  (y : R -> Token -> S) (B : R).
Hypothesis ET : enumerates tokens.
Hypothesis EH : enumerates heads.
Hypothesis Bounded : forall a, bounded_operator (U a).
Hypothesis Pole : inner v v = 1.
Hypothesis Weights : forall t a i j, 0 <= t -> 0 <= alpha t a i j.
Hypothesis Rows : forall t i, 0 <= t -> total tokens (fun j => total heads (fun a => alpha t a i j)) <= B.
Hypothesis Flow : tangent_flow (fun t => value_pull tokens heads (alpha t) U (y t)) y.
Hypothesis Start : forall i, inner (y 0 i) (y 0 i) = 1.
Let b i t := inner v (y t i).

Lemma pull_inner z t i : inner z (value_pull tokens heads (alpha t) U (y t) i) =
  total tokens (fun j => total heads (fun a => alpha t a i j * inner z (U a (y t j)))).
Proof.
  unfold value_pull. rewrite inner_vtotal_r. apply total_ext. intro j. rewrite inner_vtotal_r.
  apply total_ext. intro a. apply inner_scale_r.
Qed.
Lemma values_unit t i : 0 <= t -> inner (y t i) (y t i) = 1.
Proof.
  destruct (bounded_together heads U (proj2 (proj2 EH)) Bounded) as [C [C0 HC]].
  revert t i. refine (stays_unit tokens y _ (B * (C * 2)) (proj2 (proj2 ET)) Flow _ Start).
  intros t i Ht L. rewrite pull_inner.
  apply Rle_trans with (total tokens (fun j => total heads (fun a => alpha t a i j)) * (C * 2)).
  - rewrite <- total_scale_r. apply total_abs_le. intro j. rewrite <- total_scale_r.
    apply total_abs_le. intro a. specialize (Weights t a i j Ht). rewrite Rabs_mult, Rabs_right by lra.
    apply Rmult_le_compat_l; [auto|]. eapply Rle_trans; [apply (bounded_form (U a) C C0 (HC a))|].
    apply Rmult_le_compat_l; [auto|]. assert (Li := L i). assert (Lj := L j).
    rewrite <- vnorm_square in Li, Lj. assert (Q := Rle_0_sqr (vnorm (y t i) - vnorm (y t j))).
    unfold Rsqr in Q. lra.
  - apply Rmult_le_compat_r; [lra | apply Rows, Ht].
Qed.
Lemma values_part t i : 0 <= t -> -1 <= b i t <= 1.
Proof. intros Ht. apply unit_inner; [exact Pole | apply values_unit, Ht]. Qed.
Definition part_speed i t := total tokens (fun j => total heads (fun a =>
  alpha t a i j * (lam a * b j t - b i t * inner (y t i) (U a (y t j))))).
End Flow.
