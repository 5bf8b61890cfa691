(* B-E2: tokens that agree go through layers as one vector through a product of matrices. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn RowHeads.
Open Scope R_scope.

Definition direction {S : inner_product_space} (y : S) : S := vscale (/ vnorm y) y.
Lemma not_zero {S : inner_product_space} (y : S) : vnorm y <> 0 -> 0 < / vnorm y /\ 0 < inner y y.
Proof.
  intro N. assert (P := vnorm_nonneg y). split; [apply Rinv_0_lt_compat; lra|].
  rewrite <- vnorm_square. apply Rmult_lt_0_compat; lra.
Qed.

Section Layers.
Context {S : inner_product_space} {Token Head Mode : Type} (tokens : list Token) (heads : list Head) (modes : list Mode)
  (e : S) (r w : Head -> Mode -> S).
Let matrix := @row_matrix S Head Mode heads modes.
Let F := matrix r w.
Let attended p q (A : Head -> Token -> R) (x : Token -> S) :=
  vtotal heads (fun a => row_head modes p q a (vtotal tokens (fun j => vscale (A a j) (x j)))).
Hypotheses
  (Agree : forall (A : Head -> Token -> Token -> R) p (z : S) q (k : nat), (forall a i j, 0 <= A a i j) ->
    (forall a i, total tokens (fun j => A a i j) = 1) -> forall i, attended p q (fun a => A a i) (fun _ => z) = matrix p q z)
  (Scale : forall (u : S) c (k : nat), 0 < inner u u -> 0 < c -> direction (vscale c u) = direction u)
  (Factor : forall s (z : S) p q (k : nat), vadd (vscale s z) (matrix p q (vscale s z)) = vscale s (vadd z (matrix p q z))).
Lemma two_layers r2 w2 A B : (forall a i j, 0 <= A a i j) -> (forall a i, total tokens (fun j => A a i j) = 1) ->
  (forall a i j, 0 <= B a i j) -> (forall a i, total tokens (fun j => B a i j) = 1) ->
  let u := vadd e (F e) in let p := vadd u (matrix r2 w2 u) in let m i := vadd e (attended r w (fun a => A a i) (fun _ => e)) in
  let b i := direction (m i) in let c i := vadd (b i) (attended r2 w2 (fun a => B a i) b) in
  vnorm u <> 0 /\ vnorm p <> 0 -> forall i : Token, vnorm (c i) <> 0 /\ vnorm (m i) <> 0 /\
    (Head -> Mode -> forall j, vnorm (m j) <> 0) /\ vnorm p <> 0 /\ direction (c i) = direction p.
Proof.
  intros PA One PB OneB u p m b c [Some SomeProduct] i.
  assert (M : m = fun _ => u) by (apply functional_extensionality; intro j; unfold m; rewrite (Agree A r e w 0 PA One); reflexivity).
  assert (C : c i = vscale (/ vnorm u) p).
  { unfold c, b. rewrite M, (Agree B r2 (direction u) w2 0 PB OneB). apply (Factor _ _ _ _ 0). }
  destruct (not_zero u Some) as [P _]. rewrite C, M. repeat split; auto.
  - rewrite vnorm_scale, Rabs_right by lra. apply Rmult_integral_contrapositive. split; [lra | exact SomeProduct].
  - apply (Scale p _ 0); [apply (not_zero p SomeProduct) | exact P].
Qed.
Variables (f g : Head -> Mode -> S) (x : nat -> Token -> S) (mu : R).
Hypotheses (T : enumerates tokens) (Unit : inner e e = 1)
  (Law : forall k i, x (Datatypes.S k) i = direction (vadd (x k i) (row_pull tokens heads modes f g r w (x k) i))).
Let Next k v i : (forall j, x k j = v) -> x (Datatypes.S k) i = direction (vadd v (F v)).
Proof.
  intro Same. rewrite Law, Same. apply functional_extensionality in Same. rewrite Same. unfold F. f_equal. f_equal.
  apply (Agree (row_weight tokens modes f g (fun _ => v)) r v w 0); intros; [apply row_weight_nonneg | apply row_weight_total]; exact T.
Qed.
Lemma powers : (forall i, x O i = e) -> forall u, (forall k i, u (Datatypes.S k) i = vadd (u k i) (F (u k i))) ->
  (forall i, u O i = e) -> forall k i, vnorm (u k i) <> 0 -> vnorm (u k i) <> 0 /\ x k i = direction (u k i).
Proof.
  intros Start u Step First.
  assert (Same : forall k i, exists v, (forall j, u k j = v) /\ (vnorm v <> 0 -> x k i = direction v) /\ forall l, x k l = x k i).
  { induction k as [|k IH]; intro i.
    - exists e. split; [exact First|]. split; [|intro l; rewrite !Start; reflexivity].
      intros _. rewrite Start. unfold direction, vnorm. rewrite Unit, sqrt_1, Rinv_1, vscale_one. reflexivity.
    - destruct (IH i) as [v [U [X All]]]. exists (vadd v (F v)). split; [intro j; rewrite Step, U; reflexivity|].
      split; [|intro l; rewrite (Next k (x k i) l All), (Next k (x k i) i All); reflexivity].
      intro N. destruct (Req_dec (vnorm v) 0) as [Z|V].
      + contradict N. rewrite <- (Rmult_0_l (vnorm (vadd v (F v)))), <- Rabs_R0, <- vnorm_scale. unfold F. rewrite <- (Factor 0 v r w 0).
        replace (vscale 0 v) with v; [reflexivity|]. rewrite vscale_zero. apply inner_definite. rewrite <- vnorm_square, Z. ring.
      + rewrite (Next k (direction v) i) by (intro j; rewrite All; exact (X V)).
        unfold direction at 2 3. unfold F. rewrite (Factor _ v r w 0). apply (Scale _ _ 0); apply not_zero; assumption. }
  intros k i N. split; [exact N|]. destruct (Same k i) as [v [U [X _]]]. rewrite U in *. exact (X N).
Qed.
Hypotheses (Eigenvector : forall s (k : nat), vscale s (vadd e (vscale mu e)) = vscale (s * (1 + mu)) e)
  (Sign : forall b (k : nat), b <> 0 -> direction (vscale b e) = vscale (b / sqrt (b ^ 2)) e).
Lemma one_line : (forall i, x O i = e) /\ F e = vscale mu e ->
  (-1 < mu -> forall k i, x k i = e) /\ (mu < -1 -> forall k i, x k i = e \/ x k i = vscale (-1) e).
Proof.
  intros [Start Eigen].
  assert (Turn : forall k s, (forall i, x k i = vscale s e) -> s * (1 + mu) <> 0 ->
    forall i, x (Datatypes.S k) i = vscale (s * (1 + mu) / sqrt ((s * (1 + mu)) ^ 2)) e).
  { intros k s Same N i. rewrite (Next k _ i Same). unfold F. rewrite (Factor s e r w 0). fold F. rewrite Eigen, (Eigenvector s 0). apply (Sign _ 0), N. }
  assert (Up : forall t, 0 < t -> t / sqrt (t ^ 2) = 1) by (intros t P; rewrite sqrt_pow2 by lra; field; lra).
  assert (Down : forall t, t < 0 -> t / sqrt (t ^ 2) = -1) by
    (intros t P; replace (t ^ 2) with ((- t) ^ 2) by ring; rewrite sqrt_pow2 by lra; field; lra).
  split; intro Side.
  + assert (All : forall k i, x k i = vscale 1 e); [|intros k i; rewrite All; apply vscale_one].
    induction k as [|k IH]; intro i; [rewrite vscale_one; apply Start|]. rewrite (Turn k 1 IH), Up by lra. reflexivity.
  + assert (Sides : forall k, (forall i, x k i = vscale 1 e) \/ (forall i, x k i = vscale (-1) e)).
    { induction k as [|k [IH|IH]]; [left; intro i; rewrite vscale_one; apply Start| |].
      - right. intro i. rewrite (Turn k 1 IH), Down by lra. reflexivity.
      - left. intro i. rewrite (Turn k (-1) IH), Up by lra. reflexivity. }
    intros k i. destruct (Sides k) as [H|H]; [left | right]; rewrite H; [apply vscale_one | reflexivity].
Qed.
End Layers.
